import { type ReactNode, type Ref, useRef, useState } from 'react';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { ScreenState } from '#src/server/reference/states.ts';
import type { PreviewCalls } from '../calls/call-log.ts';
import { judgeRails, type PlacedRail, placeRails } from '../guard/judge-rails.ts';
import type { Fixtures } from '../load.ts';
import { placeOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { Change } from '../properties/write.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';
import { type HiddenWhy, type Scene, type SceneEnd, SCREEN_TITLE } from '../stage/scene.ts';
import { DuplicateState } from '../variants/duplicate-state.tsx';
import { writingOf } from '../words/writing.ts';
import { type Look, LookTools } from './look.tsx';
import { enterOutline } from './outline.tsx';
import type { PhoneShape } from './phone-shape.ts';
import { Preview, type PreviewHands } from './preview.tsx';
import { ReaderSays } from './reader.tsx';

export interface CentreProps {
  /** A note about the address. */
  readonly children: ReactNode;
  readonly hands: Ref<PreviewHands>;
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly screen: string;
  readonly states: readonly ScreenState[];
  readonly state: ScreenState | undefined;
  readonly look: Look;
  readonly scene: Scene | undefined;
  readonly shape: PhoneShape;
  readonly selection: Selection | undefined;
  /** Nodes of the plan that are selected. */
  readonly selected: readonly string[];
  readonly releases: ReleasesApi;
  readonly isHidden: boolean;
  readonly change: Change;
  readonly fixtures: Fixtures;
  /** Adds a field behind the one that is selected; undefined where what is selected is none. */
  readonly onAddField: (() => void) | undefined;
  /** Another state was made of the one that is shown. */
  onMade(name: string): void;
  onState(name: string): void;
  onLook(look: Look): void;
  onSelect(place: Selection): void;
  /** Something was selected on the phone. */
  onPick(place: Selection): void;
  /** Wants what can be said of a node. */
  onEnter(place: Selection): void;
  /** Wants what a node stands in. */
  onLeave(place: Selection): void;
  /** Told what the screen calls. */
  readonly calls: PreviewCalls;
  onHidden(why: HiddenWhy | undefined): void;
  /** What is too small to tap, too near or too faint of what is drawn. */
  onRails(rails: readonly PlacedRail[]): void;
}

/** The screen as borrowers see it, with how one looks at it, and what is said of what is drawn. */
export function Centre(props: CentreProps) {
  const { workspace, view, screen, states, state, look, scene, shape, selection, selected, releases } = props;
  const { onSelect, onPick, onEnter, onLeave } = props;
  const [end, setEnd] = useState<SceneEnd>('reached');
  /** Of the rails: the same ones are said once. */
  const said = useRef('[]');
  const languages = view.good?.app?.languages;
  const plan = view.good?.plans.get(screen);
  const spoken = look.language ?? languages?.default ?? 'en';
  const { reader } = look;
  const errors = view.problems.filter(({ severity }) => severity === 'error').length;
  return (
    <section className="st-centre" aria-label="Preview" hidden={props.isHidden}>
      <LookTools
        {...{ states, look }}
        state={state?.name ?? ''}
        languages={languages?.list ?? []}
        language={spoken}
        onState={props.onState}
        onLook={props.onLook}
      >
        {state === undefined || plan === undefined ? null : (
          <DuplicateState
            {...{ workspace, state, states, plan }}
            fixtures={props.fixtures}
            onMade={props.onMade}
          />
        )}
      </LookTools>
      {props.children}
      {view.isGood ? null : (
        <p role="status" className="st-bar">
          This is how it stood before {errors === 1 ? 'an error' : `${errors} errors`}.
        </p>
      )}
      {reader < GRAMMAR ? <ReaderSays {...{ view, screen, reader, releases, onSelect }} /> : null}
      {typeof end === 'object' ? (
        <p role="status" className="st-bar">
          {end.failed}
        </p>
      ) : null}
      {scene === undefined ? null : (
        <Preview
          hands={props.hands}
          sceneKey={[screen, scene.state.name, spoken, reader, look.isSlow, look.turn].join(' ')}
          {...{ scene, shape, selection }}
          selected={look.isAlone ? NOTHING : selected}
          size={look.size}
          thumb={look.thumb}
          mode={look.isAlone ? 'use' : look.mode}
          writing={writingOf({ workspace, view, scene, change: props.change })}
          onPick={({ node: picked, screen: of }, how) => {
            const place =
              picked === SCREEN_TITLE
                ? { file: `screens/${of}.screen.json`, pointer: '' }
                : placeOf(view, of, picked);
            if (place === undefined) return;
            // A pointer leaves the keyboard where it was; what was picked is arranged by keys from here.
            if (!(document.activeElement instanceof HTMLIFrameElement)) enterOutline();
            if (how === 'around') onLeave(selection && selected.includes(picked) ? selection : place);
            else if (how === 'double') onEnter(place);
            else onPick(place);
          }}
          onWritten={enterOutline}
          onAddField={props.onAddField}
          onEnd={setEnd}
          onMeasured={(measured) => {
            const rails = placeRails(view, judgeRails(measured));
            const words = JSON.stringify(rails);
            if (words !== said.current) props.onRails(rails);
            said.current = words;
          }}
          onHidden={props.onHidden}
          calls={props.calls}
        />
      )}
    </section>
  );
}

const NOTHING: readonly string[] = [];
