import { AskDevelopers } from '../conditions/ask-developers.tsx';
import type { Selection } from '../model/outline.ts';
import type { Sending } from '../model/sent-fields.ts';
import { wordsOf } from '../properties/describe.ts';
import type { Surroundings } from './surroundings.ts';

export interface SentAsProps {
  readonly place: Selection;
  readonly sendings: readonly Sending[];
  readonly around: Surroundings;
  /** @param name - Name of the member that receives the field; empty to stop sending it. */
  onSend(sending: Sending, name: string): void;
}

/** Kinds of members that cannot receive the value of one field. */
const COMPOSED: ReadonlySet<string> = new Set(['list', 'map', 'record']);

/** What the service receives from a field: a select for each request that sends its form. */
export function SentAs({ place, sendings, around, onSend }: SentAsProps) {
  return (
    <section aria-label="Sent as">
      <h3>
        Sent as <span className="st-soft">What the service receives from this field.</span>
      </h3>
      {sendings.map((sending) => {
        const { pointer, endpoint, member, partOf, taken } = sending;
        const service = around.services.find(({ value }) => value === endpoint);
        if (member === undefined && partOf.length > 0)
          return (
            <p key={pointer}>
              In “{service?.text ?? endpoint}”, as part of{' '}
              {partOf.map((name) => `“${wordsOf(name)}”`).join(', ')}.
            </p>
          );
        const free = (service?.inputs ?? []).filter(
          ({ name, type }) => !taken.includes(name) && !COMPOSED.has(type?.kind ?? ''),
        );
        const names = [...(member === undefined ? [] : [member]), ...free.map(({ name }) => name)];
        return (
          <div key={pointer}>
            <label className="st-field">
              <span>In “{service?.text ?? endpoint}”</span>
              <select value={member ?? ''} onChange={({ target }) => onSend(sending, target.value)}>
                <option value="">Not sent</option>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {wordsOf(name)}
                  </option>
                ))}
              </select>
            </label>
            {names.length === 0 ? (
              <AskDevelopers
                {...{ place }}
                label="The service takes nothing else: ask the developers"
                need={`“${service?.text ?? endpoint}” should take this field`}
              />
            ) : null}
          </div>
        );
      })}
    </section>
  );
}
