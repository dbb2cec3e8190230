import { memo, useState } from 'react';
import { groupsOf, isShown } from '../form.js';
import { drawReact } from '../react.js';

/* Hand-written with React alone: uncontrolled inputs, validated by the browser. */

const TYPES = { date: 'date', check: 'checkbox' };

const Field = memo(function Field({ field, problem }) {
  const { name, label, kind, required, pattern, maxLength, options, initial } = field;
  const common = { id: name, name, required };
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {kind === 'choice' ? (
        <select {...common} defaultValue="">
          <option value="">–</option>
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={TYPES[kind] ?? 'text'}
          inputMode={kind === 'digits' ? 'numeric' : undefined}
          pattern={pattern}
          maxLength={maxLength}
          defaultValue={initial}
        />
      )}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
});

/** Holds only the values that control visibility in it. */
const Group = memo(function Group({ fields, problems }) {
  const [values, setValues] = useState({});
  const deciding = new Set(fields.map(({ under }) => under?.name));
  const onInput = ({ target }) => {
    if (deciding.has(target.name)) setValues({ ...values, [target.name]: target.value });
  };
  return (
    <div onInput={onInput}>
      {fields.map((field) =>
        isShown(field, (name) => values[name] ?? '') ? (
          <Field key={field.name} field={field} problem={problems[field.name]} />
        ) : null,
      )}
    </div>
  );
});

function Form({ groups }) {
  const [problems, setProblems] = useState({});
  const check = (event) => {
    event.preventDefault();
    const found = {};
    for (const { name, validity } of event.currentTarget.elements) {
      if (name && !validity.valid) found[name] = validity.valueMissing ? 'Required' : 'Invalid';
    }
    setProblems(found);
  };
  return (
    <form noValidate onSubmit={check}>
      <div>
        {groups.map((fields) => (
          <Group key={fields[0].name} fields={fields} problems={problems} />
        ))}
      </div>
      <button type="submit">Send</button>
    </form>
  );
}

export const page = {
  isWritten: true,
  translate: (fields) => groupsOf(fields, 50),
  draw: (root, groups) => drawReact(root, <Form groups={groups} />),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.problem').length,
};
