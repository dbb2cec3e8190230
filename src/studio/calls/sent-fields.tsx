import type { Call } from '#src/workshop/inspector/requests.ts';

export interface SentFieldsProps {
  readonly body: NonNullable<Call['body']>;
  /** The member that one looks for, and what is said beside it. */
  readonly marked?: string;
  readonly mark?: string;
}

/** What a form sends, member by member. */
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
