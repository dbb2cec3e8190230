declare module 'virtual:bench/plans' {
  type BenchPlans = import('./definition.ts').BenchPlans;
  const plans: Omit<BenchPlans, 'written'> & {
    /** The plans by the number of fields in the definition. */
    readonly written: { readonly [count: number]: BenchPlans['written'] };
  };
  export default plans;
}

/** A planted slowdown; empty: none. */
declare const PLANTED: string;
