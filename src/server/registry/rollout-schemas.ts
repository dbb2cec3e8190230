import { HALF } from '#src/shared/rollout/assign.ts';
import { ATTRIBUTES } from '#src/shared/rollout/audience.ts';
import { type JsonSchema, record } from './operation-schemas.ts';
import { LEAST_VIEWS, STRATEGIES } from './strategy.ts';

const VALUES: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 40 },
};
const ATTRIBUTE: JsonSchema = { enum: ATTRIBUTES };
const VERSION: JsonSchema = { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$' };
const APP_VERSION: JsonSchema = { const: 'appVersion' };

export const AUDIENCE: JsonSchema = {
  type: 'array',
  maxItems: 20,
  items: {
    oneOf: [
      record({ attribute: ATTRIBUTE, oneOf: VALUES }),
      record({ attribute: ATTRIBUTE, noneOf: VALUES }),
      record({ attribute: APP_VERSION, atLeast: VERSION }),
      record({ attribute: APP_VERSION, below: VERSION }),
    ],
  },
  description:
    'Who may get the release at all: every condition holds. What is not known of a visitor holds none.',
};

const THRESHOLD: JsonSchema = { type: 'integer', minimum: 0, maximum: 10_000 };
const WEEK_MS = 7 * 24 * 60 * 60_000;

export const STRATEGY: JsonSchema = {
  oneOf: [
    { enum: Object.keys(STRATEGIES) },
    record({
      stages: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        items: record({
          basisPoints: {
            type: 'integer',
            minimum: 1,
            maximum: HALF,
            description: 'Hundredths of a percent.',
          },
          bakeMs: { type: 'integer', minimum: 0, maximum: WEEK_MS },
        }),
        description: 'In their order, each wider than the one before; then everybody gets it.',
      },
      leastViews: { type: 'integer', minimum: LEAST_VIEWS, maximum: 1_000_000 },
      thresholds: record(
        {
          render: THRESHOLD,
          script: THRESHOLD,
          unsupported: THRESHOLD,
          reply: THRESHOLD,
          request: THRESHOLD,
          slow: THRESHOLD,
          silent: THRESHOLD,
        },
        [],
      ),
    }),
  ],
  description:
    'The name of one, or one of its own. Thresholds: how many screens of 10,000 more than without.',
};
