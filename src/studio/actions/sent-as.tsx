import { isJson } from '#renderer/grammar/json.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { Type } from '#renderer/grammar/type.ts';
import { AskDevelopers } from '../conditions/ask-developers.tsx';
import type { Selection } from '../model/outline.ts';
import type { Sending } from '../model/sent-fields.ts';
import { wordsOf } from '../properties/describe.ts';
import type { Surroundings } from './surroundings.ts';

export interface SentAsProps {
  readonly place: Selection;
  /** The widget of the field. */
  readonly type: string;
  readonly sendings: readonly Sending[];
  readonly around: Surroundings;
  /** @param name - Name of the member that receives the field; empty to stop sending it. */
  onSend(sending: Sending, name: string): void;
}

/** Kinds of members that cannot receive a single value. */
const COMPOSED: ReadonlySet<string> = new Set(['list', 'map', 'record']);

/** Whether a member can receive the value that a widget writes. A member without a known type can receive any. */
function canTake(member: Type | undefined, widget: string): boolean {
  if (member === undefined) return true;
  const writes = Object.hasOwn(shapes.widgets, widget) ? shapes.widgets[widget]?.writes : undefined;
  if (!isJson(writes)) return !COMPOSED.has(member.kind);
  if (writes['list'] !== undefined) return member.kind === 'list';
  return writes['map'] === undefined ? !COMPOSED.has(member.kind) : member.kind === 'map';
}

/** The number of a call, if the form calls one service several times: “, call 1 of 2”. */
function sayWhich(sendings: readonly Sending[], sending: Sending): string {
  const same = sendings.filter(({ endpoint }) => endpoint === sending.endpoint);
  return same.length < 2 ? '' : `, call ${same.indexOf(sending) + 1} of ${same.length}`;
}

/** What the service receives from a field: a select for each request that sends its form. */
export function SentAs({ place, type, sendings, around, onSend }: SentAsProps) {
  return (
    <section aria-label="Sent as">
      <h3>
        Sent as <span className="st-soft">What the service receives from this field.</span>
      </h3>
      {sendings.map((sending) => {
        const { pointer, endpoint, member, partOf, taken } = sending;
        const service = around.services.find(({ value }) => value === endpoint);
        const name = `“${service?.text ?? endpoint}”${sayWhich(sendings, sending)}`;
        if (member === undefined && partOf.length > 0)
          return (
            <p key={pointer}>
              In {name}, as part of {partOf.map((one) => `“${wordsOf(one)}”`).join(', ')}.
            </p>
          );
        const free = (service?.inputs ?? []).filter(
          (input) => !taken.includes(input.name) && canTake(input.type, type),
        );
        const names = [...(member === undefined ? [] : [member]), ...free.map((input) => input.name)];
        return (
          <div key={pointer}>
            <label className="st-field">
              <span>In {name}</span>
              <select value={member ?? ''} onChange={({ target }) => onSend(sending, target.value)}>
                <option value="">Not sent</option>
                {names.map((one) => (
                  <option key={one} value={one}>
                    {wordsOf(one)}
                  </option>
                ))}
              </select>
            </label>
            {names.length === 0 ? (
              <AskDevelopers
                {...{ place }}
                label="The service takes nothing else: ask the developers"
                need={`${name} should take this field`}
              />
            ) : null}
          </div>
        );
      })}
    </section>
  );
}
