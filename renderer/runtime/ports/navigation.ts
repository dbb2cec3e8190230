import type { Value } from '../../plan/expression.ts';
import type { Values } from './store.ts';

export interface NavigationPort {
  /** The first navigation wins. @returns false if another one was first. */
  go(screen: string, params: Values, options: { replace: boolean; at?: string; query?: Values }): boolean;
  leave(url: string, options: { replace: boolean }): boolean;
  /** Whether a value is the address of one of our screens. */
  isScreen(value: Value): boolean;
  back(): boolean;
  readonly isLeaving: boolean;
  /** The page is shown again after a navigation: enables its buttons. */
  resume(): void;
}
