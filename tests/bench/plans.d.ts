declare module 'virtual:bench/plans' {
  const plans: import('./definition.ts').BenchPlans;
  export default plans;
}
