import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { HALF } from '#src/shared/rollout/assign.ts';
import { ATTRIBUTES, type Attribute, type Condition } from '#src/shared/rollout/audience.ts';
import { wordsOf } from '../properties/describe.ts';
import { Reach, type ReachProps } from './reach.tsx';

/** How a release is to grow, as it is asked for. */
export interface Gradual {
  /** Of those with a name; absent: a first share of its own. */
  readonly name: string | undefined;
  /** Percent. */
  readonly share: number;
  readonly audience: readonly Condition[];
}

export const STANDARD: Gradual = { name: 'careful', share: 10, audience: [] };

const HOUR = 60 * 60_000;

/** The one that is named, or one with a first share of its own: then half, then everybody. */
export function strategyOf({ name, share }: Gradual): string | Strategy {
  if (name !== undefined) return name;
  const first = Math.round(share * 100);
  const { leastViews = 0, thresholds = {} } = STRATEGIES['careful'] ?? {};
  const shares = first < HALF ? [first, HALF] : [HALF];
  return { stages: shares.map((basisPoints) => ({ basisPoints, bakeMs: HOUR })), leastViews, thresholds };
}

/** The audience as it is asked for: what stands between commas, without what is left empty. */
export function audienceOf({ audience }: Gradual): readonly Condition[] {
  return audience.map((condition) =>
    'oneOf' in condition
      ? { ...condition, oneOf: condition.oneOf.map((one) => one.trim()).filter((one) => one !== '') }
      : condition,
  );
}

export function describeStrategy({ stages }: Strategy): string {
  const shares = stages.map(
    ({ basisPoints, bakeMs }) => `${basisPoints / 100} % for ${describeSpan(bakeMs)}`,
  );
  return `${shares.join(', ')}, then everybody`;
}

function describeSpan(ms: number): string {
  return ms < HOUR ? `${ms / 60_000} min` : `${ms / HOUR} h`;
}

export interface GradualFieldsProps {
  readonly api: ReachProps['api'];
  readonly value: Gradual;
  onChange(value: Gradual): void;
}

/** How a release grows, and among whom. */
export function GradualFields({ api, value, onChange }: GradualFieldsProps) {
  const strategy = strategyOf(value);
  const named = typeof strategy === 'string' ? STRATEGIES[strategy] : strategy;
  const first = named?.stages[0];
  return (
    <>
      <label className="st-field">
        <span>Strategy</span>
        <select
          value={value.name ?? ''}
          onChange={({ target }) => onChange({ ...value, name: target.value || undefined })}
        >
          {Object.keys(STRATEGIES).map((name) => (
            <option key={name} value={name}>
              {wordsOf(name)}
            </option>
          ))}
          <option value="">My own first share</option>
        </select>
      </label>
      {value.name === undefined ? (
        <label className="st-field">
          <span>First share, percent</span>
          <input
            type="number"
            required
            min={0.01}
            max={HALF / 100}
            step={0.01}
            value={value.share}
            onChange={({ target }) => onChange({ ...value, share: target.valueAsNumber })}
          />
        </label>
      ) : null}
      {named === undefined || Number.isNaN(value.share) ? null : (
        <p className="st-soft">{describeStrategy(named)}. As many others are what it is compared with.</p>
      )}
      <fieldset className="st-ways">
        <legend>Among whom</legend>
        {value.audience.length === 0 ? <p className="st-soft">Everybody.</p> : null}
        {value.audience.map((condition, at) => (
          <ConditionFields
            key={condition.attribute}
            condition={condition}
            onChange={(next) =>
              onChange({
                ...value,
                audience: value.audience.map((one, place) => (place === at ? next : one)),
              })
            }
            onRemove={() =>
              onChange({ ...value, audience: value.audience.filter((_, place) => place !== at) })
            }
          />
        ))}
        <label className="st-choice">
          <span>Only where</span>
          <select
            value=""
            onChange={({ target }) => {
              const attribute = ATTRIBUTES.find((one) => one === target.value);
              if (attribute) onChange({ ...value, audience: [...value.audience, begin(attribute)] });
            }}
          >
            <option value="">…</option>
            {ATTRIBUTES.filter((one) => value.audience.every(({ attribute }) => attribute !== one)).map(
              (one) => (
                <option key={one} value={one}>
                  {wordsOf(one)}
                </option>
              ),
            )}
          </select>
        </label>
      </fieldset>
      {first === undefined || Number.isNaN(value.share) ? null : (
        <Reach api={api} basisPoints={first.basisPoints} audience={audienceOf(value)} />
      )}
    </>
  );
}

function begin(attribute: Attribute): Condition {
  return attribute === 'appVersion' ? { attribute, atLeast: '' } : { attribute, oneOf: [] };
}

interface ConditionFieldsProps {
  readonly condition: Condition;
  onChange(condition: Condition): void;
  onRemove(): void;
}

function ConditionFields({ condition, onChange, onRemove }: ConditionFieldsProps) {
  const { attribute } = condition;
  const isNumber = 'atLeast' in condition;
  const text =
    'atLeast' in condition ? condition.atLeast : 'oneOf' in condition ? condition.oneOf.join(',') : '';
  return (
    <div className="st-condition">
      <label className="st-field">
        <span>
          {wordsOf(attribute)} {isNumber ? 'at least' : 'one of (separated by commas)'}
        </span>
        <input
          required
          value={text}
          onChange={({ target }) =>
            onChange(
              attribute === 'appVersion'
                ? { attribute, atLeast: target.value }
                : { attribute, oneOf: target.value.split(',') },
            )
          }
        />
      </label>
      <button type="button" onClick={onRemove}>
        Everybody again
      </button>
    </div>
  );
}
