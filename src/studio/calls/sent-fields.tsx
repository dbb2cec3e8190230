import type { Call } from '#src/devtools/inspector/requests.ts';

export interface SentFieldsProps {
  readonly body: NonNullable<Call['body']>;
  /** The member to highlight, and its note. */
  readonly marked?: string;
  readonly mark?: string;
}

/** Lists the members of a form's request body. */
export function SentFields({ body, marked, mark }: SentFieldsProps) {
  const members =
    typeof body === 'string'
      ? [...new URLSearchParams(body)]
      : body.map(({ name, text }) => [name, text] as const);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {members.map(([name, value]) => (
          <tr key={name} className={name === marked ? 'st-field-new' : undefined}>
            <td>
              <code>{name}</code> {name === marked ? <span className="st-mark">{mark}</span> : null}
            </td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
