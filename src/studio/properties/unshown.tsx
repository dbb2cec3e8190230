import { isJson } from '#renderer/grammar/json.ts';

export interface UnshownProps {
  readonly title: string;
  readonly value: unknown;
  onOpenJson(): void;
}

/** A value that no field can show completely: shown here, and edited as JSON. */
export function Unshown({ title, value, onOpenJson }: UnshownProps) {
  const cases = isJson(value) && Array.isArray(value['choose']) ? (value['choose'] as unknown[]) : undefined;
  const context = isJson(value) && typeof value['context'] === 'string' ? value['context'] : undefined;
  return (
    <li>
      {title}{' '}
      <button type="button" className="st-link" aria-label={`Edit ${title} as JSON`} onClick={onOpenJson}>
        Edit as JSON
      </button>
      {cases === undefined ? (
        <code className="st-unshown">{JSON.stringify(value)}</code>
      ) : (
        <dl className="st-cases" aria-label={`Cases of ${title}`}>
          {cases.map((one, at) => (
            <div key={at}>
              <dt>{isJson(one) ? <code>{writePart(one['when'])}</code> : 'Otherwise'}</dt>
              <dd>{isJson(one) ? writePart(one['value']) : writePart(one)}</dd>
            </div>
          ))}
        </dl>
      )}
      {context === undefined ? null : <p className="st-soft">Kept apart as “{context}”</p>}
    </li>
  );
}

function writePart(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
