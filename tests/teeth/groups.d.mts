export const GROUPS: {
  readonly [name: string]: {
    readonly title: string;
    readonly code: readonly string[];
    readonly tests: readonly string[];
  };
};
