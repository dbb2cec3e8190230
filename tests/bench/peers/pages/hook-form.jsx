import { memo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { groupsOf, isShown } from '../form.js';
import { drawReact } from '../react.js';

/* The baseline: hand-written with React and react-hook-form, as in its guide. */

const TYPES = { date: 'date', check: 'checkbox' };

/** Inline at the field, as in its guide. */
function rulesOf({ required, maxLength, matching }) {
  return {
    required: required ? 'Required' : false,
    ...(maxLength && { maxLength: { value: maxLength, message: 'Invalid' } }),
    ...(matching && { pattern: { value: matching, message: 'Invalid' } }),
  };
}

function Field({ field, register, problem }) {
  const { name, label, kind, options } = field;
  const control = { id: name, ...register(name, rulesOf(field)) };
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {kind === 'choice' ? (
        <select {...control}>
          <option value="">–</option>
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input {...control} type={TYPES[kind] ?? 'text'} inputMode={kind === 'digits' ? 'numeric' : undefined} />
      )}
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}

/** A group re-renders when a field that controls it changes, and the form after validation. */
const Group = memo(function Group({ fields, deciding, control, register, problems }) {
  const values = useWatch({ control, name: deciding });
  const valueOf = (name) => values[deciding.indexOf(name)] ?? '';
  return (
    <div>
      {fields.map((field) =>
        isShown(field, valueOf) ? (
          <Field key={field.name} field={field} register={register} problem={problems[field.name]} />
        ) : null,
      )}
    </div>
  );
});

function Form({ groups, defaultValues }) {
  const { register, handleSubmit, control, formState } = useForm({ defaultValues });
  return (
    <form noValidate onSubmit={handleSubmit(() => undefined)}>
      {/* Inserting controls one by one directly into a form element has quadratic cost. */}
      <div>
        {groups.map(({ fields, deciding }) => (
          <Group
            key={fields[0].name}
            fields={fields}
            deciding={deciding}
            control={control}
            register={register}
            problems={formState.errors}
          />
        ))}
      </div>
      <button type="submit">Send</button>
    </form>
  );
}

export const page = {
  isWritten: true,
  translate: (list) => ({
    defaultValues: Object.fromEntries(list.map(({ name, initial }) => [name, initial])),
    groups: groupsOf(
      list.map((field) => ({ ...field, ...(field.pattern && { matching: new RegExp(field.pattern) }) })),
      50,
    ).map((fields) => ({
      fields,
      deciding: [...new Set(fields.flatMap(({ under }) => (under ? [under.name] : [])))],
    })),
  }),
  draw: (root, form) => drawReact(root, <Form {...form} />),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.problem').length,
};
