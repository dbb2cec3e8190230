import type { Value } from '../../plan/expression.ts';

export interface TimerPort {
  /** @param name - Key in the store. Differs from `id` for a part under `each`. */
  start(id: string, name?: string): void;
  stop(id: string, name?: string): void;
  wait(seconds: number, until?: number): Promise<void>;
  /** Compares deadlines with the clock after the page was in the background. */
  resume(): void;
  save(): Value | null;
  restore(saved: unknown): void;
}
