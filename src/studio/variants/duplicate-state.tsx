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
import { saveTried, type Tried } from './tried.ts';
import { duplicate, nameFor, variantPath } from './variants.ts';

export interface DuplicateStateProps {
  readonly workspace: Workspace;
  readonly state: ScreenState;
  readonly states: readonly ScreenState[];
  readonly plan: Plan;
  readonly fixtures: Fixtures;
  /** Changes to the data that the copy has. */
  readonly tried?: Tried;
  readonly label: string;
  onMade(name: string): void;
}

/** Creates a copy of a state whose replies can be edited. */
export function DuplicateState(props: DuplicateStateProps) {
  const { workspace, state, states, plan, fixtures, tried, label, onMade } = props;
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
    const variant = tried === undefined ? copy : (saveTried(copy, path, tried) ?? copy);
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
        <Dialog title={`Duplicate “${state.title}”`} onClose={() => setOpen(false)}>
          <NameOfState first={`${state.title}, otherwise`} onNamed={make} />
        </Dialog>
      ) : null}
    </>
  );
}

const NAMED = v.object({ title: v.pipe(v.string(), v.trim(), text(1, 80)) });

function NameOfState({ first, onNamed }: { readonly first: string; onNamed(title: string): void }) {
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
        The new state begins as this one, and its data is edited below. It is kept with the draft, where
        colleagues see it; no release has it.
      </p>
      <Field label="What is it called?" of={form.field('title')}>
        {(control) => <input required {...control} />}
      </Field>
      <p>
        <button type="submit">Duplicate</button>
      </p>
    </form>
  );
}
