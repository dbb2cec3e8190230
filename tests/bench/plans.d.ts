declare module 'virtual:bench/plans' {
  type BenchPlans = import('./definition.ts').BenchPlans;
  const plans: Omit<BenchPlans, 'written'> & {
    /** By how many fields stand in the definition. */
    readonly written: { readonly [count: number]: BenchPlans['written'] };
  };
  export default plans;
}

/** What the bench adds to show that it would be seen; empty: nothing. */
declare const PLANTED: string;
