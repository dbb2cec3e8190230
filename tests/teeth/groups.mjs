/** Code in which one wrong sign or bound does harm, and the tests that must notice a planted fault in it. */

/** By name; `code`: files, `tests`: files or patterns, from the root of the project. */
export const GROUPS = {
  path: {
    title: 'paths into untrusted data',
    code: ['renderer/plan/pointer.ts', 'renderer/plan/value.ts', 'renderer/runtime/scope.ts'],
    tests: ['renderer/plan/*.test.ts', 'renderer/runtime/scope.test.ts'],
  },
  money: {
    title: 'amounts, numbers and dates as they are written and typed',
    code: ['renderer/plan/money.ts', 'renderer/plan/format.ts', 'renderer/kit/typed-number.ts'],
    tests: ['renderer/plan/*.test.ts', 'renderer/kit/typed-number.test.ts'],
  },
  idempotency: {
    title: 'at most one effect of a critical call, by the page and by the servers',
    code: [
      ...['src/server/keyed-call.ts', 'src/server/registry/claim-store.ts', 'src/simulator/service/once.ts'],
      ...['renderer/runtime/intents.ts', 'renderer/runtime/intent-store.ts'],
      ...['renderer/runtime/intent-checks.ts', 'renderer/runtime/intent-outcomes.ts'],
    ],
    tests: [
      ...['src/server/keyed-call.test.ts', 'src/server/registry/claim-store.test.ts'],
      'src/simulator/service/once.test.ts',
      ...['renderer/runtime/intent*.test.ts', 'renderer/runtime/calls.test.ts'],
    ],
  },
  rollout: {
    title: 'which visitor gets which release, and when a rollout is returned',
    code: [
      ...['src/shared/rollout/assign.ts', 'src/shared/rollout/audience.ts'],
      ...['src/server/delivery/choose-release.ts', 'src/server/registry/decide-stage.ts'],
    ],
    tests: [
      ...['src/shared/rollout/rollout.test.ts', 'src/server/delivery/choose-release.test.ts'],
      'src/server/registry/decide-stage.test.ts',
    ],
  },
  expression: {
    title: 'evaluation of expressions',
    code: ['renderer/plan/evaluate.ts', 'renderer/plan/functions.ts', 'renderer/plan/message.ts'],
    tests: ['renderer/plan/*.test.ts'],
  },
  parser: {
    title: 'parsing of expressions, texts and words of a definition',
    code: [
      ...['renderer/grammar/expression/tokens.ts', 'renderer/grammar/expression/syntax.ts'],
      ...['renderer/grammar/expression/template.ts', 'renderer/grammar/expression/literals.ts'],
      ...['renderer/grammar/expression/message-key.ts', 'renderer/grammar/expression/names.ts'],
      'renderer/grammar/expression/sentence.ts',
    ],
    tests: ['renderer/grammar/expression/*.test.ts'],
  },
  checker: {
    title: 'type checking of expressions, and the presence that they prove',
    code: [
      ...['renderer/grammar/expression/checker.ts', 'renderer/grammar/expression/checked.ts'],
      ...['renderer/grammar/expression/operators.ts', 'renderer/grammar/expression/functions.ts'],
      ...['renderer/grammar/expression/paths.ts', 'renderer/grammar/expression/presence.ts'],
      ...['renderer/grammar/expression/context.ts', 'renderer/grammar/expression/cost.ts'],
    ],
    tests: ['renderer/grammar/expression/*.test.ts'],
  },
  value: {
    title: 'checking and compiling of texts and values of a definition',
    code: [
      ...['renderer/grammar/expression/compile-expression.ts', 'renderer/grammar/expression/types.ts'],
      ...['renderer/grammar/expression/compile-template.ts', 'renderer/grammar/expression/single.ts'],
      ...['renderer/grammar/expression/compile-value.ts', 'renderer/grammar/expression/choose.ts'],
      'renderer/grammar/expression/lowered.ts',
    ],
    tests: ['renderer/grammar/expression/*.test.ts'],
  },
};
