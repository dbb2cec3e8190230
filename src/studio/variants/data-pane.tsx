import { useCallback, useEffect, useRef } from 'react';
import type { Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { JsonPane } from '../json/json-pane.tsx';
import type { Fixtures } from '../load.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { Choice } from '../panes/choice.tsx';
import { saveFile } from '../save-file.ts';
import { repliesFor, repliesLeft, variantPath, withReply } from './variants.ts';
import './data-pane.css';

export interface DataPaneProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly state: ScreenState;
  readonly plan: Plan;
  readonly fixtures: Fixtures;
  readonly problems: readonly Problem[];
  /** Location in the state's document, after a jump from a problem. */
  readonly selection: Selection | undefined;
}

/** Service replies of the current state; editable if the state belongs to the draft. */
export function DataPane({ workspace, view, state, plan, fixtures, problems, selection }: DataPaneProps) {
  const path = variantPath(state.name);
  const text = view.texts.get(path);
  const scenario = fixtures.scenarios.get(state.scenario);
  const latest = useRef(problems);
  useEffect(() => {
    latest.current = problems;
  }, [problems]);
  const problemsIn = useCallback((file: string) => latest.current.filter((one) => one.file === file), []);

  if (text === undefined)
    return (
      <section className="st-data" aria-label="Data">
        <div className="st-data-bar">
          <strong>{state.title}</strong>
          <span className="st-soft">
            What the fixtures of the repository answer. Duplicate the state to have others answered.
          </span>
        </div>
        <pre className="st-data-text" role="region" aria-label={`Replies of ${state.title}`} tabIndex={0}>
          {scenario && JSON.stringify(repliesFor(plan, scenario), null, 2)}
        </pre>
      </section>
    );

  const own = problems.filter(({ file }) => file === path);
  const left = repliesLeft(text, path, fixtures);
  return (
    <section className="st-data" aria-label="Data">
      <div className="st-data-bar">
        <strong>{state.title}</strong>
        <span className="st-soft" role="status">
          {own.length === 0
            ? 'Every reply fits its contract.'
            : `${own.length === 1 ? 'A problem' : `${own.length} problems`}: line ${own[0]?.line}, ${own[0]?.message}`}
        </span>
        {left.length === 0 ? null : (
          <Choice
            label="Edit"
            value=""
            options={[['', 'another reply…'], ...left.map((one) => [one.key, one.words] as const)]}
            onChoose={(key) => {
              const chosen = left.find((one) => one.key === key);
              const next = chosen && withReply(text, path, chosen, fixtures);
              if (next !== undefined)
                workspace.edit({ label: `Replies of “${state.title}”`, changes: { [path]: next } });
            }}
          />
        )}
        <button type="button" onClick={() => saveFile(`${state.name}.json`, text, 'application/json')}>
          Export
        </button>
        <button
          type="button"
          onClick={() => workspace.edit({ label: `Delete “${state.title}”`, changes: { [path]: null } })}
        >
          Delete this state
        </button>
      </div>
      <JsonPane
        workspace={workspace}
        file={path}
        selection={selection?.file === path ? selection : undefined}
        problemsIn={problemsIn}
        onSelect={() => undefined}
      />
    </section>
  );
}
