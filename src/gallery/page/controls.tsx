import { useId } from 'react';
import * as v from 'valibot';
import type { WidgetMember, WrittenNode } from '../answers.ts';

/** Members that the controls changed; `null`: the member was removed. */
export interface Changes {
  readonly [member: string]: unknown;
}

const CHANGES = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** The changes in the address; none if a person wrote another text there. */
export function readChanges(text: string | null): Changes {
  const read = v.safeParse(CHANGES, text);
  return read.success ? read.output : {};
}

interface ControlsProps {
  readonly members: readonly WidgetMember[];
  readonly node: WrittenNode;
  readonly isChanged: boolean;
  readonly onChange: (name: string, value: unknown) => void;
  readonly onReset: () => void;
}

/** A control for each member of the node. */
export function Controls({ members, node, isChanged, onChange, onReset }: ControlsProps) {
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="dev-members">
      <h2 id="dev-members">Members</h2>
      <div className="dev-controls">
        {members.map((member) => (
          <Control
            key={member.name}
            member={member}
            value={node[member.name]}
            onChange={(value) => onChange(member.name, value)}
          />
        ))}
      </div>
      {isChanged ? (
        <button type="button" onClick={onReset}>
          Back to the example
        </button>
      ) : null}
    </section>
  );
}

interface ControlProps {
  readonly member: WidgetMember;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Control({ member, value, onChange }: ControlProps) {
  const id = useId();
  const { name, description, required } = member;
  return (
    <div className="dev-control">
      <label htmlFor={id}>
        {name}
        {required ? ' (required)' : ''}
      </label>
      <Input id={id} member={member} value={value} onChange={onChange} />
      {description === undefined ? null : <small id={`${id}-help`}>{description}</small>}
    </div>
  );
}

function Input({ id, member, value, onChange }: ControlProps & { readonly id: string }) {
  const { control, words = [], required, description, default: initial } = member;
  const common = { id, 'aria-describedby': description === undefined ? undefined : `${id}-help` };
  const placeholder = initial === undefined ? '' : String(initial);
  if (control === 'checkbox' && (value === undefined || typeof value === 'boolean'))
    return (
      <input
        {...common}
        type="checkbox"
        checked={value ?? initial === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  if (control === 'select')
    return (
      <select
        {...common}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        {required && typeof value === 'string' ? null : (
          <option value="">{initial === undefined ? '' : `Default: ${placeholder}`}</option>
        )}
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    );
  if (control === 'number' && (value === undefined || typeof value === 'number'))
    return (
      <input
        {...common}
        type="number"
        step="any"
        value={value ?? ''}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
      />
    );
  if (control !== 'json' && (value === undefined || typeof value === 'string'))
    return (
      <input
        {...common}
        type="text"
        value={value ?? ''}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value === '' && !required ? null : target.value)}
      />
    );
  return <output {...common}>{value === undefined ? 'Not set' : 'Written in the example'}</output>;
}
