import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { JsonPane } from '../json/json-pane.tsx';
import type { Selection } from '../model/outline.ts';
import { Choice } from '../panes/choice.tsx';
import { saveFile } from '../save-file.ts';
import type { StudioScope } from '../use-studio.ts';
import { repliesLeft, withReply } from '../variants/variants.ts';

export interface StateFileProps {
  readonly scope: Pick<StudioScope, 'workspace' | 'fixtures'>;
  readonly state: ScreenState;
  /** Path and text of the state's document. */
  readonly path: string;
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly selection: Selection | undefined;
}

/** The document of a state of the draft, with buttons to export and to delete it, and a JSON editor for developers. */
export function StateFile({ scope, state, path, text, problems, selection }: StateFileProps) {
  const { workspace, fixtures } = scope;
  const latest = useRef(problems);
  useEffect(() => {
    latest.current = problems;
  }, [problems]);
  const problemsIn = useCallback((file: string) => latest.current.filter((one) => one.file === file), []);
  const own = problems.filter(({ file }) => file === path);
  const left = repliesLeft(text, path, fixtures);
  const asked = selection?.file === path ? selection : undefined;
  const [{ of, isOpen }, setFold] = useState({ of: asked, isOpen: asked !== undefined });
  // A link from a problem opens the editor.
  if (of !== asked) setFold({ of: asked, isOpen: isOpen || asked !== undefined });
  return (
    <section className="st-state-file" aria-label={`The state “${state.title}”`}>
      <div className="st-data-bar">
        <span>
          “{state.title}” is a state of this draft. <span role="status">{sayFit(own)}</span>
        </span>
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
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setFold({ of: asked, isOpen: currentTarget.open })}
      >
        <summary>For developers: all its replies as JSON</summary>
        {left.length === 0 ? null : (
          <div className="st-data-bar">
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
          </div>
        )}
        {isOpen ? (
          <JsonPane
            workspace={workspace}
            file={path}
            selection={asked}
            problemsIn={problemsIn}
            onSelect={() => undefined}
          />
        ) : null}
      </details>
    </section>
  );
}

function sayFit(problems: readonly Problem[]): string {
  const [first] = problems;
  if (first === undefined) return 'Every reply fits its contract.';
  const count = problems.length === 1 ? 'A problem' : `${problems.length} problems`;
  return `${count}: line ${first.line}, ${first.message}`;
}
