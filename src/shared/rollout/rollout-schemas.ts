import * as v from 'valibot';
import { WIDEST } from './assign.ts';
import { ATTRIBUTES } from './audience.ts';
import { exactObject, integer, text, uniqueList } from '../operation-schemas.ts';
import { LEAST_VIEWS, STRATEGIES } from './strategy.ts';

export const VALUES = uniqueList(text(1, 40), 100);
const ATTRIBUTE = v.picklist(ATTRIBUTES);
const APP_VERSION = v.literal('appVersion');
export const VERSION = v.pipe(
  v.string(),
  v.regex(
    /^[0-9]{1,9}(\.[0-9]{1,9}){0,3}$/,
    'is not in the expected form: up to four numbers, as in 2.10.1.',
  ),
);

export const AUDIENCE = v.pipe(
  v.array(
    v.union(
      [
        exactObject({ attribute: ATTRIBUTE, oneOf: VALUES }),
        exactObject({ attribute: ATTRIBUTE, noneOf: VALUES }),
        exactObject({ attribute: APP_VERSION, atLeast: VERSION }),
        exactObject({ attribute: APP_VERSION, below: VERSION }),
      ],
      'must be one condition: an attribute with oneOf or noneOf, or appVersion with atLeast or below.',
    ),
  ),
  v.maxLength(20),
  v.description(
    'Who may get the release: visitors for whom every condition holds. No condition holds for an unknown attribute.',
  ),
);

const THRESHOLD = v.exactOptional(integer(0, 10_000));
const WEEK_MS = 7 * 24 * 60 * 60_000;

export const STRATEGY = v.pipe(
  v.union(
    [
      v.picklist(Object.keys(STRATEGIES)),
      exactObject({
        stages: v.pipe(
          v.array(
            exactObject({
              basisPoints: v.pipe(integer(1, WIDEST), v.description('Hundredths of a percent.')),
              bakeMs: integer(0, WEEK_MS),
            }),
          ),
          v.minLength(1),
          v.maxLength(10),
          v.description(
            'Stages in order, each wider than the one before; after the last, all visitors get the release.',
          ),
        ),
        leastViews: integer(LEAST_VIEWS, 1_000_000),
        thresholds: exactObject({
          render: THRESHOLD,
          script: THRESHOLD,
          unsupported: THRESHOLD,
          reply: THRESHOLD,
          request: THRESHOLD,
          slow: THRESHOLD,
          silent: THRESHOLD,
        }),
      }),
    ],
    'must be the name of a strategy, or a strategy.',
  ),
  v.description(
    'The name of a strategy, or a strategy. Thresholds: how many more screens of 10,000 than in the control group.',
  ),
);
