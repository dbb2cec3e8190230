import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sayCondition } from '#renderer/grammar/expression/sentence.ts';
import { setMember } from '../model/edits.ts';
import { titlesIn } from '../model/named-values.ts';
import { documentOf } from '../model/nodes.ts';
import { wordsOf } from '../properties/describe.ts';
import type { Scene } from '../stage/scene.ts';
import type { FieldsProps } from './add-field.tsx';
import { callKind, isAsked, readField, writeField, writeRequest } from './field-draft.ts';
import { FieldForm } from './field-form.tsx';
import { limitsOf, type Written } from './form-fields.ts';
import { Payload } from './payload.tsx';

export interface FieldPanelProps extends FieldsProps {
  /** The selected field. */
  readonly field: Written;
  /** The state of the screen in which the form's request is tried out. */
  readonly scene: Scene | undefined;
  /** Id of the form in the plan. */
  readonly form: string;
  /** Whether to move the focus to the panel; `onEntered` reports that it is there. */
  readonly isEntered: boolean;
  onEntered(): void;
}

/** Shows a server-supplied or added field instead of the properties of a node. */
export function FieldPanel(props: FieldPanelProps) {
  const isAdded = props.fields.added.includes(props.field);
  const place = useRef<HTMLElement>(null);
  const { isEntered } = props;
  const entered = useEffectEvent(() => props.onEntered());
  useEffect(() => {
    if (!isEntered) return;
    place.current?.querySelector('button')?.focus();
    entered();
  }, [isEntered]);
  return (
    <main ref={place} className="st-field st-pad">
      {isAdded ? <Added {...props} /> : <Sent {...props} />}
    </main>
  );
}

function Sent({ field, fields, samples }: FieldPanelProps) {
  return (
    <section aria-label="Fields from the server">
      <h2>From the server</h2>
      <p className="st-soft">
        The server chooses these fields with each reply of “{wordsOf(field.source?.endpoint ?? '')}”. They are
        changed as JSON. The sample replies list these:
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Title</th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ code, title }) => (
            <tr key={code}>
              <td>
                <code>{code}</code>
              </td>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="st-soft">
        {fields.added.length === 0 ? 'None was added here.' : `${fields.added.length} more were added here.`}
      </p>
    </section>
  );
}

function Added({ view, file, field, fields, samples, scene, form, onChange }: FieldPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const draft = readField(field.values);
  const limits = limitsOf(documentOf(view, file), documentOf(view, 'screens/app.json'), fields, samples);
  const limit = limits.find(({ condition }) => condition === draft.condition)?.title;
  const group = fields.sections.find(({ key }) => key === draft.group)?.title ?? 'Behind all groups';
  const listedBy = fields.mapped[0]?.source?.endpoint;
  return (
    <>
      <section aria-label="Field">
        <h2>{draft.title}</h2>
        <dl className="st-field-said">
          <dt>Code</dt>
          <dd>
            <code>{draft.code}</code>
          </dd>
          <dt>Kind</dt>
          <dd>{callKind(draft.kind)}</dd>
          <dt>Group</dt>
          <dd>{group}</dd>
          <dt>Required</dt>
          <dd>{draft.isRequired ? 'Yes' : 'No'}</dd>
          <dt>Shown for</dt>
          <dd>
            {draft.condition === ''
              ? 'Everybody'
              : (limit ?? sayCondition(draft.condition, titlesIn(view, file)))}
          </dd>
        </dl>
        {isAsked(field.values) ? (
          <button type="button" onClick={() => setIsOpen(true)}>
            Change this field
          </button>
        ) : (
          <>
            <p className="st-soft">Its form cannot show all of it: edit it as JSON.</p>
            <code className="st-unshown">{JSON.stringify(field.values)}</code>
          </>
        )}
      </section>
      {listedBy === undefined ? null : (
        <section aria-label="For the developers">
          <h3>For the developers</h3>
          <p>The server’s sample reply does not list “{draft.code}”. Ask the developers to take it.</p>
          <button
            type="button"
            onClick={() => {
              const request = writeRequest(draft, sentTo ?? 'the server', listedBy);
              void navigator.clipboard.writeText(request).then(() => setIsCopied(true));
            }}
          >
            Copy the request
          </button>{' '}
          <span role="status" className="st-soft">
            {isCopied ? 'Copied.' : ''}
          </span>
        </section>
      )}
      {scene === undefined ? null : (
        <Payload scene={scene} form={form} code={draft.code} onSent={setSentTo} />
      )}
      {isOpen ? (
        <FieldForm
          title="Change a field"
          done="Change it"
          first={draft}
          // The field's own code is not a duplicate.
          fields={{ ...fields, added: fields.added.filter((one) => one !== field) }}
          samples={samples}
          limits={limits}
          onClose={() => setIsOpen(false)}
          onDone={(next) => {
            setIsOpen(false);
            const list = `${fields.pointer}/fields`;
            const at = field.pointer.slice(list.length + 1);
            const written = writeField(next, fields.mapped[0]?.values, field.values);
            onChange(
              `Change the field “${next.title}”`,
              (source) => ({ ...setMember(source, list, at, written), pointer: field.pointer }),
              { file, pointer: field.pointer },
            );
          }}
        />
      ) : null}
    </>
  );
}
