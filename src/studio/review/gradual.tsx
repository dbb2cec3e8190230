import * as v from 'valibot';
import { describeValue } from '#src/shared/describe-faults.ts';
import { WIDEST } from '#src/shared/rollout/assign.ts';
import { ATTRIBUTES, type Attribute, type Condition } from '#src/shared/rollout/audience.ts';
import { VALUES, VERSION } from '#src/shared/rollout/rollout-schemas.ts';
import { LEAST_VIEWS, STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { Field } from '../forms/field.tsx';
import type { FormField } from '../forms/use-staff-form.ts';
import { wordsOf } from '../properties/describe.ts';
import { Reach, type ReachProps } from './reach.tsx';

/** The input of an audience condition: a version, or values separated by commas. */
interface TypedCondition {
  readonly attribute: Attribute;
  readonly text: string;
}

/** The input of a rollout. */
export interface Gradual {
  /** Name of the strategy. If it is empty, the person writes the shares. */
  readonly strategy: string;
  /** Percents separated by commas; a last 100 may be left out. */
  readonly shares: string;
  readonly audience: readonly TypedCondition[];
}

export const STANDARD: Gradual = { strategy: 'careful', shares: '5, 20, 60', audience: [] };

const HOUR = 60 * 60_000;
const LEAST_SHARE = 0.01;
const MOST_SHARE = WIDEST / 100;
const MOST_STAGES = 10;

/** Growing shares in percent; undefined for any other text. */
function readShares(text: string): readonly number[] | undefined {
  const all = text.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  // After the last stage everybody gets the release.
  const shares = all.at(-1) === 100 ? all.slice(0, -1) : all;
  const isGrowing = shares.every(
    (share, at) => share >= LEAST_SHARE && share <= MOST_SHARE && share > (shares[at - 1] ?? 0),
  );
  return isGrowing && shares.length > 0 && shares.length <= MOST_STAGES ? shares : undefined;
}

const CONDITION = v.pipe(
  v.object({ attribute: v.picklist(ATTRIBUTES), text: v.string() }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): Condition => {
    const { attribute, text } = value;
    const read =
      attribute === 'appVersion'
        ? v.safeParse(v.object({ attribute: v.literal(attribute), atLeast: VERSION }), conditionOf(value))
        : v.safeParse(v.object({ attribute: v.literal(attribute), oneOf: VALUES }), conditionOf(value));
    if (read.success) return read.output;
    addIssue({
      message: describeValue(read.issues[0]),
      path: [{ type: 'object', origin: 'value', input: value, key: 'text', value: text }],
    });
    return NEVER;
  }),
);

/** Parses the input into the parameters of the rollout. */
export const GRADUAL = v.pipe(
  v.object({ strategy: v.string(), shares: v.string(), audience: v.array(CONDITION) }),
  v.forward(
    v.partialCheck(
      [['strategy'], ['shares']],
      ({ strategy, shares }) => strategy !== '' || readShares(shares) !== undefined,
      `must be growing numbers from ${LEAST_SHARE} to ${MOST_SHARE}, separated by commas; 100 may be last.`,
    ),
    ['shares'],
  ),
  v.transform(({ audience, ...growing }) => ({ strategy: strategyOf(growing), audience })),
);

/** The named strategy; without a name, a strategy with these shares, each for an hour. */
function strategyOf({ strategy, shares }: Pick<Gradual, 'strategy' | 'shares'>): string | Strategy {
  if (strategy !== '') return strategy;
  const { leastViews = 0, thresholds = {} } = STRATEGIES['careful'] ?? {};
  const stages = (readShares(shares) ?? []).map((share) => ({
    basisPoints: Math.round(share * 100),
    bakeMs: HOUR,
  }));
  return { stages, leastViews, thresholds };
}

/** Parses a condition; empty values are dropped. */
function conditionOf({ attribute, text }: TypedCondition): Condition {
  if (attribute === 'appVersion') return { attribute, atLeast: text };
  const values = text.split(',').map((one) => one.trim());
  return { attribute, oneOf: values.filter((one) => one !== '') };
}

export function describeStrategy({ stages }: Strategy): string {
  const shares = stages.map(
    ({ basisPoints, bakeMs }) => `${basisPoints / 100} % for ${describeSpan(bakeMs)}`,
  );
  return `${shares.join(', ')}, then everybody`;
}

/** What a strategy does by itself, step by step, in sentences. */
export function describeCourse({ stages, leastViews }: Strategy): string {
  const steps = stages.map(({ bakeMs }, at) => {
    const next = stages[at + 1];
    const share = next === undefined ? 'everybody' : `${next.basisPoints / 100} %`;
    if (at > 0) return `after ${writeSpan(bakeMs, 'more ')} ${share}`;
    return `After ${writeSpan(bakeMs, '')} ${share} ${next === undefined ? 'gets' : 'get'} it`;
  });
  const last = steps.length > 1 ? ` and ${steps.pop()}` : '';
  return [
    `Starts with ${(stages[0]?.basisPoints ?? 0) / 100} % of borrowers.`,
    `${steps.join(', ')}${last}, unless it is stopped.`,
    `Each step also waits until ${Math.max(LEAST_VIEWS, leastViews)} screens were reported.`,
  ].join(' ');
}

/** @param more - A word before the unit. */
function writeSpan(ms: number, more: string): string {
  const [count, unit] = ms < HOUR ? [ms / 60_000, 'minute'] : [ms / HOUR, 'hour'];
  return `${count} ${more}${unit}${count === 1 ? '' : 's'}`;
}

function describeSpan(ms: number): string {
  return ms < HOUR ? `${ms / 60_000} min` : `${ms / HOUR} h`;
}

export interface GradualFieldsProps {
  readonly api: ReachProps['api'];
  /** The current input. */
  readonly gradual: Gradual;
  /** Registers inputs of the form; its member `gradual` has the values. */
  field(name: 'gradual.strategy' | 'gradual.shares' | `gradual.audience.${number}.text`): FormField;
  /** The rows of the form's audience. */
  readonly audience: {
    readonly fields: readonly { readonly id: string; readonly attribute: Attribute }[];
    append(condition: TypedCondition): void;
    remove(at: number): void;
  };
}

/** The form fields for strategy and audience of a rollout. */
export function GradualFields({ api, gradual, field, audience }: GradualFieldsProps) {
  const isOwn = gradual.strategy === '';
  const strategy = isOwn && readShares(gradual.shares) === undefined ? undefined : strategyOf(gradual);
  const named = typeof strategy === 'string' ? STRATEGIES[strategy] : strategy;
  const first = named?.stages[0];
  const open = ATTRIBUTES.filter((one) => audience.fields.every(({ attribute }) => attribute !== one));
  return (
    <>
      <Field label="Strategy" of={field('gradual.strategy')}>
        {(control) => (
          <select {...control}>
            {Object.keys(STRATEGIES).map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
            <option value="">My own shares</option>
          </select>
        )}
      </Field>
      {isOwn ? (
        <Field label="Shares, percent" of={field('gradual.shares')}>
          {(control) => <input required placeholder="5, 20, 60, 100" {...control} />}
        </Field>
      ) : null}
      {named === undefined ? null : <p>{describeCourse(named)}</p>}
      {named === undefined ? null : (
        <p className="st-soft">The control group has the same size, or what is left.</p>
      )}
      <fieldset className="st-ways">
        <legend>Among whom</legend>
        {audience.fields.length === 0 ? <p className="st-soft">Everybody.</p> : null}
        {audience.fields.map(({ id, attribute }, at) => (
          <div key={id} className="st-condition">
            <Field
              label={`${wordsOf(attribute)} ${attribute === 'appVersion' ? 'at least' : 'one of (separated by commas)'}`}
              of={field(`gradual.audience.${at}.text`)}
            >
              {(control) => <input required {...control} />}
            </Field>
            <button type="button" onClick={() => audience.remove(at)}>
              Everybody again
            </button>
          </div>
        ))}
        <label className="st-choice">
          <span>Only where</span>
          <select
            value=""
            onChange={({ target }) => {
              const attribute = open.find((one) => one === target.value);
              if (attribute) audience.append({ attribute, text: '' });
            }}
          >
            <option value="">…</option>
            {open.map((one) => (
              <option key={one} value={one}>
                {wordsOf(one)}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      {first === undefined ? null : (
        <Reach api={api} basisPoints={first.basisPoints} audience={gradual.audience.map(conditionOf)} />
      )}
    </>
  );
}
