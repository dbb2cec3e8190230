import { Suspense } from 'react';
import { variantName } from '#src/shared/project-paths.ts';
import type { Deed } from './arrange/deeds.ts';
import type { Arranging } from './arrange/use-arranging.ts';
import { Comments } from './comments/comments.tsx';
import { ContractNote } from './contracts/contract-note.tsx';
import { isInput } from './insert/new-node.ts';
import { AddField, DataPane, FieldPanel } from './later.ts';
import { placeAround, placeOf } from './model/nodes.ts';
import type { OutlineItem, Selection } from './model/outline.ts';
import { Below } from './panes/below.tsx';
import { Centre } from './panes/centre.tsx';
import { Inspector } from './panes/inspector.tsx';
import { Left } from './panes/left.tsx';
import { Outline } from './panes/outline.tsx';
import { PartNote } from './panes/part-note.tsx';
import { ScreenNote } from './routes/gone.tsx';
import type { StudioScope } from './use-studio.ts';

export interface WorkbenchProps {
  readonly scope: StudioScope;
  readonly arranging: Arranging;
  /** Performs a command on a node. @param isOnPhone - Edit its text on the phone, if it has one. */
  onDeed(item: OutlineItem, deed: Deed, isOnPhone: boolean): void;
}

/** One screen of the draft: outline, preview in a state, and properties and comments of the selection. */
export function Workbench({ scope, arranging, onDeed }: WorkbenchProps) {
  return (
    <>
      <LeftBench {...{ scope, arranging, onDeed }} />
      <CentreBench scope={scope} />
      <RightBench scope={scope} />
    </>
  );
}

function LeftBench({ scope, arranging, onDeed }: WorkbenchProps) {
  const { workspace, view, screen, file, selection, around, field, open, desk, select } = scope;
  const { picked } = open;
  return (
    <Left
      {...{ workspace, view, screen, file }}
      hrefOf={scope.hrefToScreen}
      onOpen={desk.clear}
      onShow={scope.show}
      onTexts={(path) => {
        select({ file: path, pointer: '' });
        scope.go({ view: 'texts' });
      }}
    >
      <div className="st-pad">
        <PartNote {...{ view, screen, file }} onLeave={() => select(undefined)} />
        <ContractNote {...{ workspace, view, selection, file }} />
        <button type="button" onClick={() => scope.setOver('insert')}>
          Add…
        </button>
        {around === undefined ? null : (
          <Suspense>
            <AddField
              {...{ ...around, view, field, file }}
              isOpen={open.over === 'field'}
              onOpen={() => scope.setOver('field')}
              onClose={() => scope.setOver(undefined)}
              onChange={scope.change}
            />
          </Suspense>
        )}
      </div>
      <Outline
        {...{ selection }}
        items={scope.items}
        problems={scope.problems}
        others={scope.others}
        said={scope.said}
        status={arranging.said}
        onSelect={(place) => {
          select(place);
          desk.change({ picked: undefined });
        }}
        onLeave={(place) => leave(scope, place)}
        onDrop={arranging.drop}
        // A node that was picked on the phone is edited on the phone.
        onDeed={(one, deed) => onDeed(one, deed, picked?.file === one.file && picked.pointer === one.pointer)}
      />
    </Left>
  );
}

function CentreBench({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, screen, states, state, look, scene, shape, selection, selected, change } = scope;
  const { fixtures, hands, releases, calls, field, item, desk } = scope;
  return (
    <Centre
      {...{ workspace, view, screen, states, state, look, scene, shape, selection, selected, change }}
      {...{ fixtures, hands, releases, calls }}
      onMade={(name) => scope.showData(name)}
      onAddField={
        field || (item && isInput(item.type)) ? () => scope.setOver(field ? 'field' : 'input') : undefined
      }
      isHidden={scope.address.view in WIDE}
      onState={(name) => scope.go({ state: name })}
      onLook={scope.setLook}
      onSelect={scope.select}
      onPick={(place) => {
        scope.select(place);
        desk.change({ picked: place });
      }}
      onEnter={scope.enter}
      onLeave={(place) => leave(scope, place)}
      onHidden={(hidden) => desk.change({ hidden })}
      onRails={(rails) => desk.change({ rails })}
    >
      <ScreenNote scope={scope} />
    </Centre>
  );
}

/** Views that replace the preview and the right pane. */
const WIDE = { texts: true, pictures: true, map: true };

function RightBench({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, screen, base, spoken, item, ask, account, file, field, around, open } = scope;
  const { hidden } = open;
  const isHidden = scope.address.view in WIDE;
  const onEntered = (): void => scope.desk.change({ isEntered: false });
  return (
    <>
      {around && field && !isHidden ? (
        <div className="st-right">
          <Suspense>
            <FieldPanel
              key={field.pointer}
              {...around}
              {...{ view, field, file, onEntered }}
              scene={scope.opened}
              isEntered={open.isEntered}
              onChange={scope.change}
            />
          </Suspense>
        </div>
      ) : null}
      <Inspector
        {...{ workspace, view, screen, base, spoken, item, ask, file, onEntered }}
        draft={scope.saved.draft}
        seenIn={scope.seenIn(scope.selected)}
        hidden={hidden && { ...hidden, place: placeOf(view, screen, hidden.node) }}
        states={scope.states.length}
        isHidden={isHidden || field !== undefined}
        isEntered={open.isEntered}
        onChange={scope.change}
        onMoved={scope.goTo}
        onOpenJson={scope.openJson}
        onLook={() => scope.go({ view: 'states' })}
      >
        <Comments
          {...{ ask, account, item, file }}
          again={scope.again}
          threads={scope.threads}
          begin={scope.autosave.begin}
          onShow={scope.show}
        />
      </Inspector>
    </>
  );
}

export interface BelowBenchProps {
  readonly scope: StudioScope;
  readonly isAlone: boolean;
}

export function BelowBench({ scope, isAlone }: BelowBenchProps) {
  const { workspace, view, state, plan, fixtures, problems, calls, file, selection, shown } = scope;
  return (
    <Below
      {...{ workspace, problems, calls, isAlone, file, selection, shown }}
      rails={scope.open.rails}
      contracts={scope.scene?.rehearsal.contracts}
      data={
        state && plan ? (
          <DataPane {...{ workspace, view, state, plan, fixtures, problems }} selection={shown.at} />
        ) : null
      }
      onSelect={(place) => {
        const name = variantName(place.file);
        if (name === undefined) scope.select(place);
        else scope.showData(name, place);
      }}
      onShow={scope.showBelow}
      onAlone={() => {
        scope.go({ view: 'screens' });
        scope.setLook({ ...scope.look, isAlone: true });
      }}
    />
  );
}

/** Selects the parent of a place; at the top, removes the selection, which means the document itself. */
function leave({ view, screen, select }: StudioScope, place: Selection): void {
  select(placeAround(view, screen, place));
}
