import { memo } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Control, type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import {
  type BenchField,
  GROUP_SIZE,
  HIDING_VALUE,
  MAX_LENGTH,
  makeFields,
  PATTERN,
  replyOf,
} from './form.ts';

/* The floor: the same form written by hand, as react-hook-form's own guide has it. */

type Values = { [name: string]: string };

const MATCHING = new RegExp(`^${PATTERN}$`);

interface GroupProps {
  readonly fields: readonly BenchField[];
  readonly control: Control<Values>;
  readonly register: UseFormRegister<Values>;
  readonly errors: FieldErrors<Values>;
}

/** A group is drawn again when its first field changes, and the whole form when it was checked. */
const Group = memo(function Group({ fields, control, register, errors }: GroupProps) {
  const first = useWatch({ control, name: fields[0]?.name ?? '' });
  const shown = fields.filter(({ under }) => under === '' || first !== HIDING_VALUE);
  return (
    <div>
      {shown.map((field) => (
        <Field key={field.name} field={field} register={register} problem={errors[field.name]?.message} />
      ))}
    </div>
  );
});

interface FieldProps {
  readonly field: BenchField;
  readonly register: UseFormRegister<Values>;
  readonly problem: string | undefined;
}

function Field({ field: { name, label, required }, register, problem }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        type="text"
        {...register(name, {
          required: required ? 'Required' : false,
          maxLength: { value: MAX_LENGTH, message: 'Invalid' },
          pattern: { value: MATCHING, message: 'Invalid' },
        })}
      />
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Form({ fields }: { readonly fields: readonly BenchField[] }) {
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
    shouldFocusError: false,
  });
  const groups = Array.from({ length: Math.ceil(fields.length / GROUP_SIZE) }, (_, at) => at * GROUP_SIZE);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      {/* Controls that are put one by one into a form element itself cost the square of their number. */}
      <div>
        {groups.map((from) => (
          <Group
            key={from}
            fields={fields.slice(from, from + GROUP_SIZE)}
            control={control}
            register={register}
            errors={formState.errors}
          />
        ))}
      </div>
      <button type="submit">Send</button>
    </form>
  );
}

let count = 0;
let reply: string | undefined;

function fieldsNow(): readonly BenchField[] {
  if (reply === undefined) return makeFields(count).map((field) => ({ ...field, initial: '' }));
  return (JSON.parse(reply) as { readonly data: { readonly items: readonly BenchField[] } }).data.items;
}

window.bench = {
  async prepare(fields, supplied) {
    count = fields;
    reply = supplied ? replyOf(fields) : undefined;
  },
  mount() {
    const root = createRoot(document.getElementById('root') as HTMLElement);
    flushSync(() => root.render(<Form fields={fieldsNow()} />));
  },
  submit: () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click(),
  errors: () => document.querySelectorAll('.problem').length,
};
