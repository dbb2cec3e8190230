import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { setInAction } from '../model/action-edits.ts';
import { setAt } from '../model/edits.ts';
import { Unshown } from '../properties/unshown.tsx';
import { readPlainText, writePlainText } from '../words/plain-text.ts';
import type { Editing } from './editing.ts';
import { newInputs, valueFor } from './kinds.ts';
import type { Begun } from './lists.ts';
import { StepControl } from './step-control.tsx';
import {
  formOfStep,
  inputsOfStep,
  namingMember,
  readControl,
  type StepField,
  writeControl,
} from './step-fields.ts';

export interface StepFormProps {
  readonly editing: Editing;
  readonly pointer: string;
  readonly action: Json;
  readonly begun: Begun;
}

/** The fields of a step. */
export function StepForm({ editing, pointer, action, begun }: StepFormProps) {
  const { view, file, around, change, onOpenJson } = editing;
  const { fields, others } = formOfStep(action, around, begun);
  const write = (field: StepField, content: string): void =>
    change(
      `${field.title} of a step`,
      (source) => setInAction(source, pointer, valuesFor(action, field, content, editing)),
      `${file}${pointer}${field.pointer}`,
    );
  const controls = (some: readonly StepField[]) =>
    some.map((field) => (
      <StepControl
        key={field.pointer}
        files={view.files}
        {...{ file, field }}
        pointer={`${pointer}${field.pointer}`}
        content={writeControl(field.control, valueAt(action, field.pointer)) ?? ''}
        onWrite={(content) => write(field, content)}
      />
    ));
  const rare = fields.filter(({ isRare }) => isRare);
  return (
    <div className="st-step-fields">
      {controls(fields.filter(({ isRare }) => !isRare))}
      <MoreInputs {...{ editing, pointer, action }} />
      {others.length === 0 ? null : (
        <ul className="st-others">
          {others.map(({ pointer: at, title, value }) => (
            <Unshown key={at} {...{ title, value }} onOpenJson={() => onOpenJson(`${pointer}${at}`)} />
          ))}
        </ul>
      )}
      {rare.length === 0 ? null : (
        <details>
          <summary>More</summary>
          <div className="st-step-fields">{controls(rare)}</div>
        </details>
      )}
    </div>
  );
}

/** Adds inputs that the target of the step takes and does not need. */
function MoreInputs({ editing, pointer, action }: Omit<StepFormProps, 'begun'>) {
  const free = inputsOfStep(action, editing.around).filter(
    ({ name, required }) => !required && valueAt(action, joinPointer('/with', name)) === undefined,
  );
  if (free.length === 0) return null;
  return (
    <label className="st-field">
      <span>Pass on more</span>
      <select
        value=""
        onChange={({ target }) =>
          editing.change(`Pass on ${target.value}`, (source) =>
            setAt(
              source,
              joinPointer(`${pointer}/with`, target.value),
              valueFor(free.find(({ name }) => name === target.value)?.type),
            ),
          )
        }
      >
        <option value="">Nothing else</option>
        {free.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/**
 * What an edit of a field sets, by pointers in the action: another target takes other inputs, and another value to set has another
 * type.
 */
function valuesFor(
  action: Json,
  field: StepField,
  content: string,
  { around }: Editing,
): { readonly [pointer: string]: unknown } {
  const before = valueAt(action, field.pointer);
  const value = keepContext(before, readControl(field.control, content, field.isOptional));
  const [name = '', input] = splitPointer(field.pointer);
  const values: { [pointer: string]: unknown } = { [field.pointer]: value };
  if (input !== undefined) {
    const given = isJson(action['with']) ? Object.keys(action['with']) : [];
    return value === undefined && given.length === 1 ? { '/with': undefined } : values;
  }
  if (name === namingMember(action)) {
    values['/with'] = newInputs(around.inputsOf(name, content), action['with']);
    const service = around.services.find((one) => one.value === content);
    if (service?.isCritical === true && action['critical'] === undefined) values['/critical'] = content;
    // The name of a node of the other screen.
    if (action['at'] !== undefined) values['/at'] = undefined;
  }
  if (action['do'] === 'validate' && name === 'form' && action['fields'] !== undefined)
    values['/fields'] = undefined;
  if (action['do'] === 'set' && name === 'target')
    values['/value'] = valueFor(around.values.find((one) => one.value === content)?.type);
  return values;
}

/** A text that is kept apart from equal ones stays so. */
function keepContext(before: unknown, value: unknown): unknown {
  const plain = readPlainText(before);
  return plain?.context === undefined || typeof value !== 'string'
    ? value
    : writePlainText({ source: value, context: plain.context });
}
