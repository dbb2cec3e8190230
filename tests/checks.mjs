/**
 * The reliability checks by number: the test files in Vitest and Chromium, a pattern for the titles of tests with a planted
 * fault, and whether the check measures times and must run alone.
 */
export const CHECKS = {
  1: {
    title: 'crash while publishing',
    files: ['tests/reliability/crash.test.ts', 'tests/reliability/killed-servers.test.ts'],
    planted: /the check detects a publish/,
  },
  2: {
    title: 'durable before the answer',
    files: ['tests/reliability/durability.test.ts', 'tests/reliability/killed-servers.test.ts'],
    planted: /the check detects/,
  },
  3: {
    title: 'one validator',
    files: [
      'src/server/registry/refusals.test.ts',
      'tests/contract/bad-definitions.test.ts',
      'tests/property/verdicts.test.ts',
      'tests/property/accepted-definitions.test.tsx',
    ],
    planted: /the check detects a (?:rule|server|checker)/,
  },
  4: {
    title: 'limits and blanks',
    files: ['tests/property/limits.test.ts', 'tests/property/blank-members.test.tsx'],
    planted: /the check detects/,
  },
  5: {
    title: 'bucketing',
    files: [
      'tests/property/rollout-buckets.test.ts',
      'src/shared/rollout/rollout.test.ts',
      'src/server/delivery/choose-release.test.ts',
    ],
    planted: /would not hold with/,
  },
  6: {
    title: 'staged rollout and return',
    files: [
      'src/server/registry/decide-stage.test.ts',
      'src/server/registry/many-rollouts.test.ts',
      'src/server/registry/rollouts.test.ts',
      'tests/reliability/return.test.ts',
    ],
    measuresTimes: true,
    planted: /the check detects a decision/,
  },
  7: {
    title: 'last known good',
    files: ['src/borrower/plan-fetcher.test.ts'],
    journeys: ['kept.spec.ts', 'kept-everywhere.spec.ts'],
    planted: /the check detects a worker/,
  },
  8: {
    title: 'integrity',
    files: [
      'src/borrower/offline-documents.test.ts',
      'src/borrower/plan-fetcher.test.ts',
      'src/borrower/sha256.test.ts',
    ],
    planted: /the check detects a worker that stores/,
  },
  9: {
    title: 'old clients',
    files: ['tests/property/newer-definitions.test.tsx', 'src/server/registry/readers.test.ts'],
    journeys: ['readers.spec.ts'],
    planted: /the check detects/,
  },
  10: {
    title: 'one effect at the server',
    files: [
      'src/server/keyed-call.test.ts',
      'src/server/ended-wishes.test.ts',
      'tests/reliability/late.test.ts',
    ],
    planted: /the check detects (?:a store|a forwarder)/,
  },
  11: {
    title: 'one effect by the page',
    files: [
      'renderer/runtime/intents.test.ts',
      'renderer/runtime/intent-guards.test.ts',
      'renderer/runtime/intent-asking.test.ts',
      'tests/contract/begun-calls.test.ts',
      'renderer/runtime/ended-wishes.test.ts',
    ],
    journeys: ['money.spec.ts', 'truth.spec.ts', 'second-tab.spec.ts'],
    planted: /the check detects (?:a new key per attempt|a bank-save|a success)/,
  },
  12: {
    title: 'lines that break',
    files: ['tests/reliability/line-breaks.test.ts'],
    journeys: ['forwarder.spec.ts'],
    planted: /the check detects a key per attempt/,
  },
  13: {
    title: 'amounts',
    files: ['tests/property/amounts.test.ts', 'tests/fences/money-fractions.test.ts'],
    planted: /the check detects|detects a planted fraction/,
  },
  14: {
    title: 'retries',
    files: ['src/server/repeat-reads.test.ts', 'renderer/runtime/data.test.ts'],
    planted: /the check detects retries/,
  },
  15: {
    title: 'isolation',
    files: [
      'tests/property/isolation.test.tsx',
      'renderer/screen.test.tsx',
      'renderer/failure-table.test.tsx',
    ],
    planted: /the check detects/,
  },
  16: {
    title: 'torture and fuzz',
    files: [
      'tests/property/injection.test.tsx',
      'tests/property/torture.test.ts',
      'tests/property/hostile-data.test.tsx',
      'tests/property/accepted-definitions.test.tsx',
      'tests/property/read-reply.test.ts',
      'renderer/runtime/hostile-fields.property.test.ts',
    ],
    planted: /the check detects/,
  },
  17: {
    title: 'cost of expressions',
    files: [
      'tests/property/expression-cost.test.ts',
      'tests/contract/cel-conformance.test.ts',
      'tests/property/evaluate.test.ts',
    ],
    planted: /the check detects/,
  },
  18: {
    title: 'patterns',
    files: ['tests/property/patterns.test.ts', 'renderer/plan/pattern.test.ts'],
    planted: /the check detects/,
  },
  19: {
    title: 'clock and page life',
    files: ['renderer/runtime/timers.test.ts'],
    journeys: ['history.spec.ts', 'open-pages.spec.ts'],
    planted: /the check detects a countdown/,
  },
  20: {
    title: 'drafts',
    files: ['renderer/forms/drafts.test.ts'],
    journeys: ['drafts.spec.ts', 'draft-kills.spec.ts'],
    planted: /the check detects a sensitive value/,
  },
  21: {
    title: 'injection',
    files: [
      'tests/property/injection.test.tsx',
      'tests/property/torture.test.ts',
      'tests/property/hostile-definitions.test.tsx',
    ],
    journeys: ['policy.spec.ts', 'hostile.spec.ts'],
    planted: /the check detects/,
  },
  22: {
    title: 'addresses, leaks, frames',
    files: [
      'tests/property/addresses.test.ts',
      'renderer/runtime/navigation.test.ts',
      'tests/contract/bridge.test.ts',
      'src/server/delivery/security-headers.test.ts',
    ],
    journeys: ['session.spec.ts', 'truth.spec.ts'],
    planted: /the check detects/,
  },
  23: {
    title: 'uploads',
    files: ['src/server/uploads/upload-route.test.ts', 'src/server/uploads/upload-store.test.ts'],
    planted: /the check detects camera metadata/,
  },
  24: {
    title: 'staff',
    files: [
      'src/server/staff/roles.test.ts',
      'src/server/staff/pages.test.ts',
      'src/server/staff/sessions.test.ts',
      'src/server/staff/hostile.test.ts',
      'src/server/staff/live-channel.test.ts',
      'src/server/staff/recover.test.ts',
      'src/server/webhooks/webhooks.test.ts',
      'src/server/registry/audit.test.ts',
      'src/server/registry/second-person.test.ts',
      'tests/property/review.test.ts',
    ],
    planted: /the check detects/,
  },
  25: {
    title: 'load and soak',
    files: ['tests/reliability/load.test.ts'],
    measuresTimes: true,
    planted: /the check detects/,
  },
  26: {
    title: 'unservable release',
    files: ['src/server/registry/servable.test.ts'],
    planted: /the check detects a server that loads/,
  },
  27: {
    title: 'data of one borrower',
    files: ['tests/reliability/canary.test.ts'],
    planted: /the check detects a server that renders/,
  },
};

/** Programs that run only when they are called by name. Each prints its own JSON lines. */
export const PROGRAMS = {
  node: { title: 'supported versions of Node', command: ['node', 'tests/node-versions.mjs'] },
  packages: {
    title: 'the packages in new apps of Vite and Next.js',
    command: ['node_modules/.bin/vitest', 'run', 'tests/library/fresh-apps.test.ts'],
    env: { CAPIZ_LONG: '1' },
  },
};
