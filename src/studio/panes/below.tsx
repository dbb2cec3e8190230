import type { Pane, Shown } from './below-shown.ts';
import { lazy, Suspense, useMemo, useRef, useSyncExternalStore } from 'react';
import { variantName } from '#src/shared/project-paths.ts';
import type { PreviewCalls } from '../calls/call-log.ts';
import { acknowledgeInDraft } from '../guard/acknowledge.ts';
import type { Selection } from '../model/outline.ts';
import { fixOf } from '../json/problems.ts';
import { useKeyDown } from '../keys/use-key-down.ts';
import { useKeys } from '../keys/use-keys.ts';
import { ConditionsPane, DataPane, NetworkLog } from '../later.ts';
import { HelpButton } from '../tour/help-button.tsx';
import { readTitles } from '../review/titles.ts';
import type { StudioScope } from '../use-studio.ts';
import { Problems } from './problems.tsx';
import './below.css';

/** Loaded on demand: the editor is half of the studio's bundle, and many people never open it. */
const JsonPane = lazy(async () => ({ default: (await import('../json/json-pane.tsx')).JsonPane }));

const ALONE: Shown = { pane: 'calls' };

/** Panes below the preview: problems, JSON, service replies, and requests. */
export function Below({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, problems, calls, file, selection, open } = scope;
  const { rails } = open;
  const titles = useMemo(() => readTitles(view.files), [view.files]);
  const onShow = scope.showBelow;
  const shown = scope.isAlone ? ALONE : scope.shown;
  const isJson = shown.pane === 'json';
  const json = useRef<HTMLButtonElement>(null);
  const keys = useKeys();

  useKeyDown((event) => {
    if (keys.nameOf(event) !== 'json') return;
    event.preventDefault();
    // Move the caret into the editor when it opens.
    if (isJson) json.current?.focus();
    onShow(isJson ? {} : { pane: 'json', isEntered: true });
  });

  /** Props of a button that toggles a pane. */
  const opens = (pane: Pane) => ({
    'aria-expanded': shown.pane === pane,
    onClick: () => onShow(shown.pane === pane ? {} : { pane }),
  });

  function onAlone(): void {
    scope.go({ view: 'screens' });
    scope.setLook({ ...scope.look, isAlone: true });
  }

  function onSelect(place: Selection): void {
    const name = variantName(place.file);
    if (name === undefined) scope.select(place);
    else scope.showData(name, place);
  }

  return (
    <section className="st-below" aria-label="Problems, conditions, JSON, data and network log">
      <div className="st-below-bar">
        <button type="button" {...opens('problems')}>
          Problems {problems.length + rails.length}
        </button>
        <button type="button" {...opens('conditions')}>
          Conditions
        </button>
        <button type="button" ref={json} aria-keyshortcuts={keys.shortcut('json')} {...opens('json')}>
          JSON
        </button>
        <button type="button" {...opens('data')}>
          Data
        </button>
        <button type="button" {...opens('calls')}>
          Network log <CountOf calls={calls} />
        </button>
        <button type="button" onClick={onAlone}>
          As a borrower
        </button>
        <HelpButton of={['problems']} />
      </div>
      {shown.pane === 'problems' ? (
        <Problems
          {...{ problems, titles, rails, onSelect }}
          isWhole={workspace.snapshot().isWhole}
          fixOf={(problem) => fixOf(workspace, problem)}
          onMeant={(problem, reason) => acknowledgeInDraft(workspace, problem, reason)}
        />
      ) : null}
      {shown.pane === 'conditions' ? (
        <Suspense fallback={<p className="st-soft st-coming">Loading the list…</p>}>
          <ConditionsPane key={scope.screen} {...{ view, onSelect }} screen={scope.screen} />
        </Suspense>
      ) : null}
      {shown.pane === 'data' ? (
        <Suspense fallback={<p className="st-soft st-coming">Loading the data…</p>}>
          <DataPane {...{ scope }} selection={shown.at} />
        </Suspense>
      ) : null}
      {shown.pane === 'calls' ? (
        <Suspense fallback={<p className="st-soft st-coming">Loading the log…</p>}>
          <NetworkLog calls={calls} contracts={scope.scene?.rehearsal.contracts ?? []} />
        </Suspense>
      ) : null}
      {isJson ? (
        <Suspense fallback={<p className="st-soft st-coming">Loading the editor…</p>}>
          <JsonPane
            workspace={workspace}
            file={file}
            selection={selection}
            {...(shown.isEntered && { entry: shown })}
            onSelect={onSelect}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** A separate component, so that a request re-renders only the count. */
function CountOf({ calls }: { readonly calls: PreviewCalls }) {
  return useSyncExternalStore(calls.subscribe, () => calls.snapshot().calls.length);
}
