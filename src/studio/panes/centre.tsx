import { useRef, useState } from 'react';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { findRails, placeRails } from '../guard/find-rails.ts';
import { isInput } from '../insert/new-node.ts';
import { documentOf, nodeOf, placeOf } from '../model/nodes.ts';
import { positionOf } from '../model/edits.ts';
import { findDrop, lineOfNode } from '../arrange/find-drop.ts';
import type { MenuPlace } from '../arrange/menu-place.ts';
import { NodeToolbar } from '../arrange/node-toolbar.tsx';
import type { Arranging } from '../arrange/use-arranging.ts';
import type { PreviewArranging } from './preview-props.ts';
import { ScreenNote } from '../routes/gone.tsx';
import { type Facts, type SceneEnd, SCREEN_TITLE } from '../stage/scene.ts';
import type { StudioScope } from '../use-studio.ts';
import { OverridesBar } from '../data/overrides-bar.tsx';
import { DuplicateState } from '../variants/duplicate-state.tsx';
import { casesOfNode } from '../words/cases.ts';
import { writingOf } from '../words/writing.ts';
import { LookTools } from './look.tsx';
import { enterOutline } from './outline.tsx';
import { Preview } from './preview.tsx';
import { ReaderSays } from './reader.tsx';

export interface CentreProps {
  readonly scope: StudioScope;
  readonly arranging: Arranging;
  /** The menu of the selected node is requested. */
  onMenu(at: MenuPlace): void;
}

/** The preview with its tools and messages. */
export function Centre({ scope, arranging, onMenu }: CentreProps) {
  const { workspace, view, screen, states, state, look, scene, shape, selection, selected, spoken } = scope;
  const { releases, fixtures, field, item, plan, desk, select, setOver } = scope;
  const [end, setEnd] = useState<SceneEnd>('reached');
  /** The last measured problems, as JSON: equal ones do not update the state. */
  const said = useRef('[]');
  const languages = view.good?.app?.languages;
  const { reader } = look;
  const isDataOpen = scope.shown.pane === 'data';
  const errors = view.problems.filter(({ severity }) => severity === 'error').length;
  return (
    <section className="st-centre" aria-label="Preview" hidden={scope.isWide}>
      <LookTools
        {...{ states, look }}
        state={state?.name ?? ''}
        languages={languages?.list ?? []}
        language={spoken}
        onState={(name) => scope.go({ state: name })}
        onLook={scope.setLook}
      >
        {state === undefined || plan === undefined ? null : (
          <DuplicateState
            {...{ workspace, state, states, plan, fixtures }}
            label="Duplicate…"
            onMade={scope.showData}
          />
        )}
      </LookTools>
      <ScreenNote scope={scope} />
      {/* The data pane has it, too. */}
      {isDataOpen ? null : <OverridesBar scope={scope} />}
      {view.isGood ? null : (
        <p role="status" className="st-bar">
          {errors === 1
            ? 'There is an error: this is the version before it.'
            : `There are ${errors} errors: this is the version before them.`}
        </p>
      )}
      {reader < GRAMMAR ? <ReaderSays {...{ view, screen, reader, releases }} onSelect={select} /> : null}
      {typeof end === 'object' ? (
        <p role="status" className="st-bar">
          {end.failed}
        </p>
      ) : null}
      {scene === undefined ? null : (
        <Preview
          hands={scope.hands}
          isDataOpen={isDataOpen}
          sceneKey={[
            ...[screen, scene.state.name, spoken, reader, look.isSlow, look.turn],
            // The address is read when the frame opens.
            JSON.stringify(scene.state.params ?? {}),
          ].join(' ')}
          {...{ scene, shape, selection }}
          selected={look.isAlone ? NOTHING : selected}
          size={look.size}
          mode={look.isAlone ? 'use' : look.mode}
          writing={writingOf({
            workspace,
            view,
            scene,
            change: scope.change,
            mayEdit: scope.denied === undefined,
          })}
          arrange={scope.denied === undefined ? arrangeOn(scope, arranging, onMenu) : undefined}
          landing={scope.open.landing?.mark}
          onPick={({ node: picked, screen: of }, how) => {
            const place =
              picked === SCREEN_TITLE
                ? { file: `screens/${of}.screen.json`, pointer: '' }
                : placeOf(view, of, picked);
            if (place === undefined) return;
            // A click does not move the keyboard focus; put it into the outline, whose keys work on the picked node.
            if (!(document.activeElement instanceof HTMLIFrameElement)) enterOutline();
            if (how === 'around') scope.leave(selection && selected.includes(picked) ? selection : place);
            else if (how === 'double') scope.enter(place);
            else {
              select(place);
              desk.change({ picked: place });
            }
          }}
          onWritten={enterOutline}
          onAddField={
            field || (item && isInput(item.type)) ? () => setOver(field ? 'field' : 'input') : undefined
          }
          onEnd={setEnd}
          onMeasured={(measured) => {
            const rails = placeRails(view, findRails(measured));
            const words = JSON.stringify(rails);
            if (words !== said.current) desk.change({ rails });
            said.current = words;
          }}
          onHidden={(hidden) => desk.change({ hidden })}
          onDrawn={(stage) => {
            const node = item && nodeOf(view, item);
            const texts = node === undefined ? [] : casesOfNode(node.kind, node.type, node.values);
            const [first = ''] = selected;
            const now = desk.snapshot().cases;
            const cases = Object.fromEntries(
              // While data is loading, the last known values stay.
              texts.map(({ pointer }) => [pointer, stage.caseValues(first, pointer) ?? now[pointer] ?? []]),
            );
            if (JSON.stringify(cases) !== JSON.stringify(now)) desk.change({ cases });
            const facts = stage.facts();
            if (sayFacts(facts) !== sayFacts(desk.snapshot().facts)) desk.change({ facts });
            // Only the data pane shows it.
            if (!isDataOpen) return;
            const toSend = stage.toSend();
            if (JSON.stringify(toSend) !== JSON.stringify(desk.snapshot().toSend)) desk.change({ toSend });
          }}
          calls={scope.calls}
        />
      )}
    </section>
  );
}

const NOTHING: readonly string[] = [];

/** Tools, drags and menus of the nodes on the phone. */
function arrangeOn(
  scope: StudioScope,
  arranging: Arranging,
  onMenu: CentreProps['onMenu'],
): PreviewArranging {
  const { view, file, item } = scope;
  return {
    tools: item?.isListed ? (
      <NodeToolbar
        {...{ item, onMenu }}
        position={positionOf(documentOf(view, file), item.pointer)}
        onCommand={arranging.arrange}
        onAdd={() => scope.setOver('insert')}
      />
    ) : null,
    findDrop: (drag) => findDrop(drag, (node) => lineOfNode(scope, node), item),
    onDrop: ({ moved, target, side }) => arranging.drop(moved, target, side),
    onMenu,
  };
}

/** Equal facts do not update the studio; the clock always runs. */
function sayFacts(facts: Facts | undefined): string {
  return JSON.stringify({ ...facts, now: 0 });
}
