import { type ReactNode, useId, useMemo, useState } from 'react';
import type { ParamPlan, Plan } from '#renderer/plan/plan.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import { fillPlaceholders, type Scenario, type Surroundings } from '#src/simulator/scenarios/scenario.ts';
import { useConditionsAround } from '../conditions/around.tsx';
import type { Money } from '../conditions/say.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { wordsOf } from '../properties/describe.ts';
import type { Facts } from '../stage/scene.ts';
import { replyOf } from '../variants/overrides.ts';
import { addEntry, removeIn, sampleOf, setIn } from './change.ts';
import { countRows, isScalar, rowsOfReply, searchRows } from './rows.ts';
import { readTypedParam, sayDatum } from './typed.ts';
import { ValueInput } from './value-input.tsx';
import { type RowTools, ValueRows } from './value-rows.tsx';

export interface ReceivedProps {
  readonly plan: Plan;
  /** The scenario with the changed data. */
  readonly scenario: Scenario;
  /** The scenario without these changes. */
  readonly saved: Scenario;
  readonly contracts: readonly Contract[];
  readonly facts: Facts | undefined;
  onReply(endpoint: string, reply: Payload): void;
  onParam(wire: string, text: string): void;
}

/** The data of the screen in the state on the phone. Each value has a label and an input. */
export function Received(props: ReceivedProps) {
  const { plan, facts } = props;
  const [search, setSearch] = useState('');
  /** Pointers of values that were changed during this search: each stays, although it may not match any more. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const keep = (pointer: string): void => setKept(new Set(kept).add(pointer));
  const { money } = useConditionsAround();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const orderId = facts?.roots['params']?.['orderId'];
  const [opened] = useState(Date.now);
  const minute = Math.floor((facts?.now ?? opened) / MINUTE_MS);
  // Typing on the phone updates the facts, and reading a long reply again takes time.
  const surroundings = useMemo(
    (): Surroundings => ({
      now: minute * MINUTE_MS,
      origin: window.location.origin,
      pay: window.location.origin,
      orderId: typeof orderId === 'string' ? orderId : '',
    }),
    [minute, orderId],
  );
  const groups = Object.entries(plan.data);
  const params = Object.entries(plan.params);
  return (
    <section className="st-received" aria-label="What was received">
      <div className="st-data-bar">
        <h3>What was received</h3>
        <label className="st-choice">
          <span>Search</span>
          <input
            type="search"
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              setKept(new Set());
            }}
          />
        </label>
      </div>
      {groups.length + params.length === 0 ? <p className="st-soft">This screen reads no data.</p> : null}
      {groups.map(([name, { endpoint }]) => (
        <Answer
          key={name}
          {...{ ...props, name, endpoint, words, kept, money, surroundings }}
          onKeep={keep}
        />
      ))}
      {params.length === 0 ? null : (
        <Group title="From the link" note="values in the address of the screen">
          <Params {...{ params, facts, words, kept, money }} onParam={props.onParam} onKeep={keep} />
        </Group>
      )}
    </section>
  );
}

const MINUTE_MS = 60_000;

interface GroupProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Group({ title, note, children }: GroupProps) {
  return (
    <details className="st-data-group" open>
      <summary>
        <strong>{title}</strong> <span className="st-soft">{note}</span>
      </summary>
      {children}
    </details>
  );
}

interface AnswerProps extends ReceivedProps {
  readonly name: string;
  readonly endpoint: string;
  readonly words: readonly string[];
  readonly kept: ReadonlySet<string>;
  readonly money: Money;
  onKeep(pointer: string): void;
  /** What placeholders of a stored reply stand for. */
  readonly surroundings: Surroundings;
}

/** Maximum number of rows that a search opens. */
const MOST_OPEN = 200;

/** One answer of the service. */
function Answer({ name, endpoint, words, kept, money, surroundings, ...props }: AnswerProps) {
  const { plan, scenario, saved, contracts, facts, onReply, onKeep } = props;
  const reply = replyOf(scenario, endpoint);
  const shape = plan.endpoints[endpoint]?.reply;
  const replyAt = contracts.find((one) => one.name === endpoint)?.replyAt ?? '';
  const title = wordsOf(name);
  const note = `answer of “${wordsOf(endpoint)}”`;
  const rows = useMemo(
    () => (shape ? rowsOfReply(shape, fillPlaceholders(reply ?? {}, surroundings), replyAt) : []),
    [shape, reply, surroundings, replyAt],
  );
  if (reply === undefined || shape === undefined)
    return (
      <Group {...{ title, note }}>
        <p className="st-soft">
          The simulated service makes this answer for each visit, so it cannot be changed here.
        </p>
      </Group>
    );
  const before = replyOf(saved, endpoint);
  const today = fillPlaceholders('{today}', surroundings);
  const found = searchRows(rows, words, kept);
  const tools: RowTools = {
    money,
    isOpen: words.length > 0 && countRows(found) <= MOST_OPEN,
    isChanged: (pointer) =>
      JSON.stringify(valueAt(reply, pointer)) !== JSON.stringify(valueAt(before, pointer)),
    set: (pointer, raw) => {
      onKeep(pointer);
      onReply(endpoint, setIn(reply, pointer, raw));
    },
    add: (pointer, of) => onReply(endpoint, setIn(reply, pointer, sampleOf(of, today))),
    remove: (pointer) => onReply(endpoint, removeIn(reply, pointer)),
    addEntry: ({ pointer }, items) =>
      onReply(endpoint, addEntry(reply, pointer, valueAt(reply, pointer), items, today)),
  };
  return (
    <Group {...{ title, note }}>
      {facts?.pending.includes(`data.${name}`) ? (
        <p className="st-soft">In this state the answer does not come. These would be its values.</p>
      ) : null}
      {found.length === 0 ? <p className="st-soft">No value matches the search.</p> : null}
      <ValueRows {...{ tools }} rows={found} />
    </Group>
  );
}

interface ParamsProps extends Pick<ReceivedProps, 'facts' | 'onParam'> {
  readonly params: readonly (readonly [name: string, param: ParamPlan])[];
  readonly words: readonly string[];
  readonly kept: ReadonlySet<string>;
  readonly money: Money;
  onKeep(pointer: string): void;
}

/** Parameters of the address. A carried one cannot be changed, because it names the order of the state. */
function Params({ params, facts, words, kept, money, onParam, onKeep }: ParamsProps) {
  const id = useId();
  const rows = params.flatMap(([name, { wire, shape, carried }]) => {
    const given = facts?.roots['params']?.[name];
    const value = given === '' ? undefined : given;
    const row = { title: wordsOf(name), pointer: wire[0] ?? name, shape, raw: undefined, value, rows: [] };
    return searchRows([row], words, kept).length > 0 ? [{ ...row, isFixed: carried === true }] : [];
  });
  return (
    <ul className="st-data-rows">
      {rows.map(({ title, pointer, shape, value, isFixed }) => (
        <li key={pointer} className="st-data-row">
          {!isFixed && isScalar(shape) ? (
            <>
              <label htmlFor={`${id} ${pointer}`}>{title}</label>
              <div>
                <ValueInput
                  {...{ value, shape, money }}
                  id={`${id} ${pointer}`}
                  read={(text) => readTypedParam(text, shape, money)}
                  onChange={(text) => {
                    onKeep(pointer);
                    onParam(pointer, String(text));
                  }}
                />
              </div>
            </>
          ) : (
            <>
              <span className="st-data-name">{title}</span>
              <div className="st-data-fixed">
                {value === undefined ? 'not there' : sayDatum(value, shape.type, money)}
              </div>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
