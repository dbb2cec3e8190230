import { useState } from 'react';
import type { Plan } from '#renderer/plan/plan.ts';
import type { ScreenState } from '#src/server/reference/states.ts';
import type { Fixtures } from '../load.ts';
import type { Workspace } from '../model/workspace.ts';
import { Dialog } from '../panes/dialog.tsx';
import { duplicate, nameFor, variantPath } from './variants.ts';

export interface DuplicateStateProps {
  readonly workspace: Workspace;
  readonly state: ScreenState;
  readonly states: readonly ScreenState[];
  readonly plan: Plan;
  readonly fixtures: Fixtures;
  onMade(name: string): void;
}

/** Another state that is as this one, under a name of its own, whose replies can be others. */
export function DuplicateState({ workspace, state, states, plan, fixtures, onMade }: DuplicateStateProps) {
  const [title, setTitle] = useState<string>();
  const scenario = fixtures.scenarios.get(state.scenario);
  if (scenario === undefined) return null;

  const make = (called: string): void => {
    const { texts } = workspace.snapshot();
    const name = nameFor(
      called,
      (one) =>
        fixtures.scenarios.has(one) ||
        texts.has(variantPath(one)) ||
        states.some((other) => other.name === one),
    );
    const text = duplicate(called, state, scenario, plan, texts.get(variantPath(state.name)));
    workspace.edit({ label: `Duplicate “${state.title}”`, changes: { [variantPath(name)]: text } });
    setTitle(undefined);
    onMade(name);
  };

  return (
    <>
      <button type="button" onClick={() => setTitle(`${state.title}, otherwise`)}>
        Duplicate…
      </button>
      {title === undefined ? null : (
        <Dialog title={`Duplicate “${state.title}”`} onClose={() => setTitle(undefined)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (title.trim() !== '') make(title.trim());
            }}
          >
            <p className="st-soft">
              The new state begins as this one, and its replies are edited below. It is kept with the draft,
              where colleagues see it; no release has it.
            </p>
            <label className="st-field">
              <span>What is it called?</span>
              <input
                value={title}
                maxLength={80}
                required
                onChange={({ target }) => setTitle(target.value)}
              />
            </label>
            <p>
              <button type="submit">Duplicate</button>
            </p>
          </form>
        </Dialog>
      )}
    </>
  );
}
