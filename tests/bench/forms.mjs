/**
 * `npm run bench -- forms`: the same form on every page of `pages.mjs`, in turn in one browser: rendered, typed into, ten fields
 * hidden and shown, submitted with one field in ten wrong.
 */
import { FLOOR, longPathOf, PAGES } from './pages.mjs';
import { probe, visit } from './measure.mjs';
import { figureOf, judge, median } from './table.mjs';

/**
 * Sizes and pages. The largest list comes from a server in our page only; other libraries get it as a definition. With 2,000
 * fields some of them need half a minute for a visit: `--full`.
 */
const ROUNDS = [
  { count: 12, rate: 1, rounds: 3 },
  { count: 100, rate: 1, rounds: 3 },
  { count: 500, rate: 1, rounds: 7 },
  { count: 500, rate: 4, rounds: 5 },
  { count: 2000, rate: 1, rounds: 5, isByFew: true },
];
const FULL = [
  { count: 12, rate: 1, rounds: 7 },
  { count: 12, rate: 4, rounds: 7 },
  { count: 100, rate: 1, rounds: 7 },
  { count: 100, rate: 4, rounds: 7 },
  { count: 500, rate: 1, rounds: 9 },
  { count: 500, rate: 4, rounds: 7 },
  { count: 2000, rate: 1, rounds: 7 },
  { count: 2000, rate: 4, rounds: 5, isByFew: true },
];
const QUICK = [{ count: 12, rate: 1, rounds: 1 }];

const ROWS = [
  { what: 'mount to paint, main thread', unit: 'ms', of: ({ mount }) => mount.task, most: 1.2 },
  { what: 'of it script', unit: 'ms', of: ({ mount }) => mount.script },
  { what: 'of it style and layout', unit: 'ms', of: ({ mount }) => mount.layout },
  { what: 'mount to paint, by the clock', unit: 'ms', of: ({ mount }) => mount.result, most: 1.3 },
  {
    what: 'keystroke, script',
    unit: 'ms',
    of: ({ keys }) => median(keys.map(({ script }) => script)),
    most: 1.5,
  },
  {
    what: 'show or hide ten, main thread',
    unit: 'ms',
    from: 100,
    of: ({ flips }) => median(flips.map(({ task }) => task)),
    most: 1,
  },
  { what: 'submit, one in ten wrong, main thread', unit: 'ms', of: ({ submit }) => submit.task, most: 1.1 },
  { what: 'heap after mount', unit: 'MB', of: ({ heap }) => heap, most: 1.8 },
];
const ELEMENTS = 4;
const GROWTH = 0.1;
/** Below this value, differences under 1.5 times are noise. */
const COARSE_BELOW = 500;

const nameOf = ({ count, rate }) => `${count} fields, processor at 1/${rate}`;

function takesPart(id, { isByFew = false }) {
  return id !== 'empty' && (!isByFew || PAGES[id].by !== 'library');
}

/** @param size - `quick` as a smoke test, `full` for all sizes and pages. */
export async function benchForms(browser, origin, { size, ids, profile }) {
  const plan = { quick: QUICK, usual: ROUNDS, full: FULL }[size];
  const found = new Map();
  const probes = [];
  const failures = new Set();
  for (const step of plan) {
    const ofStep = Object.fromEntries(ids.filter((id) => takesPart(id, step)).map((id) => [id, []]));
    found.set(step, ofStep);
    for (let round = 0; round < step.rounds; round += 1) {
      probes.push(await probe(browser));
      // The order rotates, so that no page always gets the warmer machine.
      const order = Object.keys(ofStep);
      const turned = order.map((_, at) => order[(at + round) % order.length]);
      for (const id of turned) {
        if (failures.has(id)) continue;
        const form = { count: step.count, rate: step.rate, supplied: step.count > COARSE_BELOW };
        try {
          ofStep[id].push(
            await visit(browser, origin + longPathOf(id), { ...form, profile: profile?.(id, step.count) }),
          );
        } catch (error) {
          if (PAGES[id].by === 'us') throw error;
          failures.add(id);
          process.stderr.write(`${id}: ${error.message}\n`);
        }
      }
      process.stderr.write(`${nameOf(step)}: round ${round + 1} of ${step.rounds}\n`);
    }
  }
  const rows = [...found].flatMap(([step, ofStep]) => rowsOf(step, ofStep));
  return { title: 'A long form', rows: [...rows, ...growth(found)], notes: notes(failures), probes };
}

function notes(failures) {
  return [
    'form-js takes keys and conditions over 300 ms later, SurveyJS when a control is left: their work then is counted.',
    'JSON Forms checks the whole form at every key; the others when it is sent.',
    'Ours and the pages by hand read 2,000 fields from a server’s reply within the measure; the libraries are given a definition.',
    ...[...failures].map((id) => `${PAGES[id].name} could not be measured in this run.`),
  ];
}

function rowsOf(step, ofStep) {
  const pages = Object.entries(ofStep).filter(([, visits]) => visits.length > 0);
  const figuresBy = (of) => Object.fromEntries(pages.map(([id, visits]) => [id, figureOf(visits.map(of))]));
  const rows = ROWS.filter(({ from = 0 }) => step.count >= from).map(({ what, unit, of, most }) => {
    const ratios = ofStep.capiz?.flatMap((visited, round) => {
      const floor = ofStep[FLOOR]?.[round];
      return floor === undefined ? [] : [of(visited) / of(floor)];
    });
    const isJudged = most !== undefined && ratios !== undefined && ratios.length > 0;
    const budget = isJudged && { page: 'capiz ×', ...judge(ratios, most, step.count < COARSE_BELOW) };
    return { what, at: nameOf(step), unit, figures: figuresBy(of), ...(budget && { budget }) };
  });
  const elements = {
    what: 'elements per field',
    at: nameOf(step),
    unit: 'of them',
    figures: figuresBy((one) => one.elements),
  };
  const own = ofStep.capiz?.map((one) => one.elements);
  // In small forms the nodes of the surrounding screen distort the count: with twelve fields they are a third.
  if (own && step.count >= COARSE_BELOW) elements.budget = { page: 'capiz', ...judge(own, ELEMENTS) };
  return [...rows, elements];
}

/** Growth of a key's cost with the form: 0 is constant, 1 is linear. */
function growth(found) {
  const steps = [...found.keys()].filter(({ rate }) => rate === 1);
  const large = steps.at(-1);
  const small = steps.find(({ count }) => count === COARSE_BELOW);
  if (large === undefined || small === undefined || large === small) return [];
  return ROWS.filter(({ what }) => /^(mount to paint, main|keystroke|show)/.test(what)).map(
    ({ what, of }) => {
      const pages = Object.keys(found.get(large)).filter((id) =>
        [small, large].every((step) => found.get(step)[id]?.length > 0),
      );
      const exponents = Object.fromEntries(
        pages.map((id) => {
          const [few, many] = [small, large].map((step) => median(found.get(step)[id].map(of)));
          return [id, figureOf([Math.log(many / few) / Math.log(large.count / small.count)])];
        }),
      );
      const isJudged = what.startsWith('keystroke') && exponents.capiz;
      const budget = isJudged && { page: 'capiz', ...judge([exponents.capiz.median], GROWTH) };
      return {
        what: `growth of ${what}`,
        at: `${small.count} to ${large.count} fields`,
        unit: 'exponent',
        figures: exponents,
        ...(budget && { budget }),
      };
    },
  );
}
