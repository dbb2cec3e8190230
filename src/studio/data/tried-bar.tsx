import type { StudioScope } from '../use-studio.ts';
import { canBeEdited } from '../model/nodes.ts';
import { DuplicateState } from '../variants/duplicate-state.tsx';
import { putTried, saveTried } from '../variants/tried.ts';
import { variantPath } from '../variants/variants.ts';
import './tried-bar.css';

export interface TriedBarProps {
  readonly scope: StudioScope;
  onReset?(): void;
}

/** Says that the phone shows changed data, and offers to save it or to go back. */
export function TriedBar({ scope, onReset }: TriedBarProps) {
  const { workspace, view, state, states, plan, fixtures, tried, open, desk, denied } = scope;
  if (tried === undefined || state === undefined || plan === undefined) return null;
  const path = variantPath(state.name);
  const own = view.texts.get(path);
  const end = (): void => {
    desk.change({ tried: putTried(open.tried, state, undefined) });
    onReset?.();
  };
  const save = (): void => {
    const text = own === undefined ? undefined : saveTried(own, path, tried);
    if (text === undefined) return;
    workspace.edit({ label: `Data of “${state.title}”`, changes: { [path]: text } });
    end();
  };
  return (
    <div className="st-bar st-row st-tried">
      <span role="status">Your changes to the data are only in this preview.</span>
      <button type="button" onClick={end}>
        Reset
      </button>
      {denied !== undefined ? null : (
        <>
          {own === undefined ? null : !canBeEdited(view, path) ? (
            <span>The JSON of this state has an error, so nothing can be saved in it.</span>
          ) : (
            <button type="button" onClick={save}>
              Save in this state
            </button>
          )}
          <DuplicateState
            {...{ workspace, state, states, plan, fixtures, tried }}
            label="Keep as a state…"
            onMade={(name) => {
              end();
              scope.showData(name);
            }}
          />
        </>
      )}
    </div>
  );
}
