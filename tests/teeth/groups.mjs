/** What must not be wrong by a sign or a bound: the code in which faults are planted, and the tests that have to notice. */

/** By name; `code`: files, `tests`: files or patterns, from the root of the project. */
export const GROUPS = {
  path: {
    title: 'paths into untrusted data',
    code: ['renderer/plan/pointer.ts', 'renderer/plan/value.ts', 'renderer/live/scope.ts'],
    tests: ['renderer/plan/*.test.ts', 'renderer/live/scope.test.ts'],
  },
  money: {
    title: 'amounts, numbers and dates as they are written and typed',
    code: ['renderer/plan/money.ts', 'renderer/plan/format.ts', 'renderer/kit/typed-number.ts'],
    tests: ['renderer/plan/*.test.ts', 'renderer/kit/typed-number.test.ts'],
  },
};
