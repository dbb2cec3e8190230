import { Component, type ReactNode } from 'react';
import type { LiveNode } from '../runtime/live.ts';
import { LostPart } from './lost-part.tsx';
import { ScreenContext, type ScreenParts } from './screen-context.ts';

interface NodeBoundaryProps {
  readonly node: LiveNode;
  readonly children: ReactNode;
}

/** Catches the error of one node and shows a small box instead. */
export class NodeBoundary extends Component<NodeBoundaryProps, { readonly hasThrown: boolean }> {
  static override contextType = ScreenContext;
  declare context: ScreenParts | undefined;
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    const { node } = this.props;
    this.context?.live.report('widget/threw', node, error instanceof Error ? error.name : typeof error);
    if (node.plan.critical) this.context?.live.lock();
  }

  override render() {
    if (!this.state.hasThrown) return this.props.children;
    return this.context === undefined ? null : <LostPart say={this.context.say} />;
  }
}

interface ScreenBoundaryProps {
  /** Renders the screen; guarded after the first error. */
  draw(isGuarded: boolean): ReactNode;
  /** Shown if the guarded screen throws, too. */
  readonly rest: ReactNode;
  /** Called when `rest` is shown. */
  onLost(): void;
}

type Stage = 'whole' | 'guarded' | 'lost';

/**
 * The boundary around a screen. Boundaries at every node cost time in every screen, so they are added only after an
 * error, when the screen is rendered again.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { stage: Stage; isFalling: boolean }> {
  override state: { stage: Stage; isFalling: boolean } = { stage: 'whole', isFalling: false };

  static getDerivedStateFromError() {
    return { isFalling: true };
  }

  override componentDidCatch() {
    const next = this.state.stage === 'whole' ? 'guarded' : 'lost';
    if (next === 'lost') this.props.onLost();
    this.setState({ stage: next, isFalling: false });
  }

  override render() {
    if (this.state.isFalling) return null;
    return this.state.stage === 'lost' ? this.props.rest : this.props.draw(this.state.stage === 'guarded');
  }
}
