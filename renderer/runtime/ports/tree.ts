import type { Scope } from '../../plan/expression.ts';
import type { OverlayPlan } from '../../plan/plan.ts';
import type { LiveNode } from '../live.ts';

/** The methods of the node tree that the runner, overlays and intents need. */
export interface TreePort {
  /** The scope of a node's events, including items, indexes and part instances. */
  scopeOf(node: LiveNode): Scope;
  /** The node with this instance id, if it exists now. */
  find(instance: string): LiveNode | undefined;
  /** The node of a form field, if it exists now. */
  findField(form: string, name: string): LiveNode | undefined;
  /** Key of the overlay that contains the node. */
  overlayOf(node: LiveNode): string | undefined;
  /**
   * Creates the nodes of an overlay.
   *
   * @param key - `LiveOverlay.key`.
   * @param scope - Scope of the list that opens it. An overlay of a part keeps the part's names; any other uses the
   *   screen's scope.
   */
  makeOverlay(plan: OverlayPlan, key: string, scope: Scope): LiveNode;
  dispose(overlay: LiveNode): void;
  /**
   * Whether the node and its ancestors are visible and enabled, computed now. A result that is not certain counts as
   * false.
   */
  isOpenToEvents(node: LiveNode): boolean;
  /** False while an amount or a consent text is pending, absent or failed: critical actions then refuse. */
  areTermsShown(): boolean;
}
