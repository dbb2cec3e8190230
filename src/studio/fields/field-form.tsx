import { type ClipboardEvent, type ReactNode, useId, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import {
  callKind,
  type DraftOption,
  type FieldDraft,
  type Faults,
  faultsOf,
  hasOptions,
  readTable,
} from './field-draft.ts';
import type { FormFields, Limit, SampleField } from './form-fields.ts';
import './fields.css';

export interface FieldFormProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly done: string;
  readonly first: FieldDraft;
  readonly fields: FormFields;
  readonly samples: readonly SampleField[];
  readonly limits: readonly Limit[];
  onDone(draft: FieldDraft): void;
  onClose(): void;
}

/** The form that adds or edits a field of a form with server-supplied fields. */
export function FieldForm(props: FieldFormProps) {
  const { title, done, first, fields, samples, limits, onDone, onClose } = props;
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const set = (change: Partial<FieldDraft>): void => setDraft((now) => ({ ...now, ...change }));
  const faults = faultsOf(draft, fields, samples);
  // Missing values are errors only after the first submit; an invalid code is an error at once.
  const atOnce: Faults = draft.code === '' || faults.code === undefined ? {} : { code: faults.code };
  const told = isTried ? faults : atOnce;
  const known = limits.some(({ condition }) => condition === draft.condition);

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="st-field-form"
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (Object.keys(faults).length === 0) onDone(draft);
        }}
      >
        <Line label="Kind">
          {(id) => (
            <select id={id} value={draft.kind} onChange={({ target }) => set({ kind: target.value })}>
              {fields.allow.kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {callKind(kind)}
                </option>
              ))}
            </select>
          )}
        </Line>
        <Words label="Code" value={draft.code} fault={told.code} onWrite={(code) => set({ code })} />
        <Words
          label="Title"
          value={draft.title}
          fault={told.title}
          onWrite={(words) => set({ title: words })}
        />
        <Words
          label="Placeholder"
          value={draft.placeholder}
          fault={undefined}
          onWrite={(placeholder) => set({ placeholder })}
        />
        <Line label="Group">
          {(id) => (
            <select id={id} value={draft.group} onChange={({ target }) => set({ group: target.value })}>
              {fields.sections.map((section) => (
                <option key={section.key} value={section.key}>
                  {section.title}
                </option>
              ))}
              <option value="">Behind all groups</option>
            </select>
          )}
        </Line>
        <label className="st-field-tick">
          <input
            type="checkbox"
            checked={draft.isRequired}
            onChange={({ target }) => set({ isRequired: target.checked })}
          />
          Required
        </label>
        {draft.kind === 'text-field' ? (
          <label className="st-field-tick">
            <input
              type="checkbox"
              checked={draft.isNumeric}
              onChange={({ target }) => set({ isNumeric: target.checked })}
            />
            Digits only
          </label>
        ) : null}
        {hasOptions(draft.kind) ? (
          <OptionTable options={draft.options} fault={told.options} onWrite={(options) => set({ options })} />
        ) : null}
        {limits.length === 0 && draft.condition === '' ? null : (
          <Line label="Show only for">
            {(id) => (
              <select
                id={id}
                value={draft.condition}
                onChange={({ target }) => set({ condition: target.value })}
              >
                <option value="">Everybody</option>
                {limits.map(({ title: called, condition }) => (
                  <option key={condition} value={condition}>
                    {called}
                  </option>
                ))}
                {known || draft.condition === '' ? null : (
                  <option value={draft.condition}>As it is written</option>
                )}
              </select>
            )}
          </Line>
        )}
        <div className="st-row">
          <button type="submit" className="st-primary">
            {done}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Line({ label, children }: { readonly label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="st-field-line">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface WordsProps {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  onWrite(value: string): void;
}

function Words({ label, value, fault, onWrite }: WordsProps) {
  const said = useId();
  return (
    <Line label={label}>
      {(id) => (
        <>
          <input
            id={id}
            value={value}
            autoComplete="off"
            aria-invalid={fault !== undefined}
            aria-describedby={said}
            onChange={({ target }) => onWrite(target.value)}
          />
          <Fault id={said} fault={fault} />
        </>
      )}
    </Line>
  );
}

function Fault({ id, fault }: { readonly id?: string; readonly fault: string | undefined }) {
  return (
    <p id={id} role="alert" className="st-field-fault">
      {fault}
    </p>
  );
}

interface OptionTableProps {
  readonly options: readonly DraftOption[];
  readonly fault: string | undefined;
  onWrite(options: readonly DraftOption[]): void;
}

/** The options of a choice. Pasted spreadsheet cells fill several lines. */
function OptionTable({ options, fault, onWrite }: OptionTableProps) {
  const paste = (at: number, event: ClipboardEvent): void => {
    const lines = readTable(event.clipboardData.getData('text/plain'));
    if (lines === undefined) return;
    event.preventDefault();
    onWrite([...options.slice(0, at), ...lines, ...options.slice(at + 1)]);
  };
  // The index is the only key of an empty line.
  const lines = options.map((option, at) => ({ ...option, at }));
  const write = (at: number, change: Partial<DraftOption>): void =>
    onWrite(options.map((option, place) => (place === at ? { ...option, ...change } : option)));
  return (
    <fieldset className="st-field-options">
      <legend>Options</legend>
      <p className="st-soft">Two columns of a spreadsheet can be pasted into the first line.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name, which is read</th>
            <th scope="col">Value, which is sent</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, value, at }) => (
            <tr key={at}>
              <td>
                <input
                  aria-label={`Name ${at + 1}`}
                  value={name}
                  onPaste={(event) => paste(at, event)}
                  onChange={({ target }) => write(at, { name: target.value })}
                />
              </td>
              <td>
                <input
                  aria-label={`Value ${at + 1}`}
                  value={value}
                  onPaste={(event) => paste(at, event)}
                  onChange={({ target }) => write(at, { value: target.value })}
                />
              </td>
              <td>
                <button
                  type="button"
                  aria-label={`Take away option ${at + 1}`}
                  onClick={() => onWrite(options.filter((_option, place) => place !== at))}
                >
                  ×
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => onWrite([...options, { name: '', value: '' }])}>
        Add an option
      </button>
      <Fault fault={fault} />
    </fieldset>
  );
}
