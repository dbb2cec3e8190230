import { useState } from 'react';
import * as v from 'valibot';
import type { Plan } from '#renderer/plan/plan.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { text } from '#src/shared/operation-schemas.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import type { Fixtures } from '../load.ts';
import type { Workspace } from '../model/workspace.ts';
import { Dialog } from '../ui/dialog.tsx';
import { saveOverrides, type DataOverrides } from './overrides.ts';
import { duplicate, nameFor, variantPath } from './variants.ts';

export interface DuplicateStateProps {
  readonly workspace: Workspace;
  readonly state: ScreenState;
  readonly states: readonly ScreenState[];
  readonly plan: Plan;
  readonly fixtures: Fixtures;
  /** Changes to the data, which the copy gets. */
  readonly overrides?: DataOverrides;
  readonly label: string;
  onMade(name: string): void;
}

/** Creates a copy of a state whose replies can be edited. */
export function DuplicateState(props: DuplicateStateProps) {
  const { workspace, state, states, plan, fixtures, overrides, label, onMade } = props;
  const [isOpen, setOpen] = useState(false);
  const scenario = fixtures.scenarios.get(state.scenario);
  if (scenario === undefined) return null;

  const make = (called: string): void => {
    const { texts, read } = workspace.snapshot();
    const name = nameFor(
      called,
      (one) =>
        fixtures.scenarios.has(one) ||
        texts.has(variantPath(one)) ||
        states.some((other) => other.name === one),
    );
    const path = variantPath(name);
    // Its text may have an error now; the state is shown as it was before.
    const own = read.get(variantPath(state.name))?.text;
    const copy = duplicate(called, state, scenario, plan, own);
    const variant = overrides === undefined ? copy : (saveOverrides(copy, path, overrides) ?? copy);
    workspace.edit({ label: `Duplicate “${state.title}”`, changes: { [path]: variant } });
    setOpen(false);
    onMade(name);
  };

  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <Dialog
          title={
            overrides === undefined ? `Duplicate “${state.title}”` : 'Save the changed data as a new state'
          }
          onClose={() => setOpen(false)}
        >
          <NameOfState
            first={overrides === undefined ? `Copy of ${state.title}` : `${state.title}, changed`}
            button={overrides === undefined ? 'Duplicate' : 'Save'}
            onNamed={make}
          />
        </Dialog>
      ) : null}
    </>
  );
}

const NAMED = v.object({ title: v.pipe(v.string(), v.trim(), text(1, 80)) });

interface NameOfStateProps {
  readonly first: string;
  readonly button: string;
  onNamed(title: string): void;
}

function NameOfState({ first, button, onNamed }: NameOfStateProps) {
  const form = useStaffForm({
    schema: NAMED,
    first: { title: first },
    async send({ title }) {
      onNamed(title);
    },
  });
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <p className="st-soft">
        It is saved with the draft, where colleagues see it. Releases do not contain it. You can change its
        data later under <b>Data</b>.
      </p>
      <Field label="What is it called?" of={form.field('title')}>
        {(control) => <input required {...control} onFocus={({ target }) => target.select()} />}
      </Field>
      <p>
        <button type="submit" className="st-primary">
          {button}
        </button>
      </p>
    </form>
  );
}
