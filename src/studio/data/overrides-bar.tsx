import type { StudioScope } from '../use-studio.ts';
import { canBeEdited } from '../model/nodes.ts';
import { DuplicateState } from '../variants/duplicate-state.tsx';
import { putOverrides, saveOverrides } from '../variants/overrides.ts';
import { variantPath } from '../variants/variants.ts';
import './overrides-bar.css';

export interface OverridesBarProps {
  readonly scope: StudioScope;
  onReset?(): void;
}

/** Says that the phone shows changed data, and offers to save it or to go back. */
export function OverridesBar({ scope, onReset }: OverridesBarProps) {
  const { workspace, view, state, states, plan, fixtures, overrides, open, desk, denied } = scope;
  if (overrides === undefined || state === undefined || plan === undefined) return null;
  const path = variantPath(state.name);
  const own = view.texts.get(path);
  const end = (): void => {
    desk.change({ overrides: putOverrides(open.overrides, state, undefined) });
    onReset?.();
  };
  const save = (): void => {
    const text = own === undefined ? undefined : saveOverrides(own, path, overrides);
    if (text === undefined) return;
    workspace.edit({ label: `Data of “${state.title}”`, changes: { [path]: text } });
    end();
  };
  return (
    <div className="st-bar st-row st-overrides">
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
            {...{ workspace, state, states, plan, fixtures, overrides }}
            label="Save as a new state…"
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
