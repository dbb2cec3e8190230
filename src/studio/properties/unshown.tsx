import { sayAction } from '#renderer/grammar/explain-element.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';

export interface UnshownProps {
  readonly title: string;
  readonly value: unknown;
  onOpenJson(): void;
}

/** A value that no field can show completely: shown here, and edited as JSON. */
export function Unshown({ title, value, onOpenJson }: UnshownProps) {
  const cases = isJson(value) && Array.isArray(value['choose']) ? (value['choose'] as unknown[]) : undefined;
  const actions = actionsIn(value);
  const context = isJson(value) && typeof value['context'] === 'string' ? value['context'] : undefined;
  return (
    <li>
      {title}{' '}
      <button type="button" className="st-link" aria-label={`Edit ${title} as JSON`} onClick={onOpenJson}>
        Edit as JSON
      </button>
      {actions !== undefined ? (
        <>
          <Actions {...{ title, actions }} />
          <details>
            <summary>As JSON</summary>
            <code className="st-unshown">{JSON.stringify(value)}</code>
          </details>
        </>
      ) : cases === undefined ? (
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

interface Actions {
  readonly title: string;
  /** Lists of actions by event or link; one without a name if the value is a list. */
  readonly actions: readonly { readonly name: string; readonly list: readonly Json[] }[];
}

function Actions({ title, actions }: Actions) {
  return (
    <dl className="st-cases" aria-label={`Actions of ${title}`}>
      {actions.map(({ name, list }) => (
        <div key={name}>
          {name === '' ? null : <dt>{name}</dt>}
          {list.map((action, at) => (
            <dd key={at}>
              {at + 1} {sayAction(action)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Undefined if the value is neither a list of actions nor such lists by name. */
function actionsIn(value: unknown): Actions['actions'] | undefined {
  const lists = Array.isArray(value) ? { '': value as unknown[] } : isJson(value) ? value : {};
  const found = Object.entries(lists).map(([name, list]) => ({
    name,
    list: (Array.isArray(list) ? (list as unknown[]) : [undefined]).flatMap((one) =>
      isJson(one) && typeof one['do'] === 'string' ? [one] : [undefined],
    ),
  }));
  const isActions =
    found.length > 0 && found.every(({ list }) => list.length > 0 && !list.includes(undefined));
  return isActions ? (found as Actions['actions']) : undefined;
}

function writePart(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
