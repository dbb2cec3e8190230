import { Component, type ReactNode } from 'react';
import type { LiveNode } from '../live/live.ts';
import { LostPart } from './lost-part.tsx';
import { ScreenContext, type ScreenParts } from './screen-context.ts';

interface NodeBoundaryProps {
  readonly node: LiveNode;
  readonly children: ReactNode;
}

/** Keeps what one node throws from taking the screen with it: a small box stands in its place. */
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
  /** Draws the screen; guarded after the first throw. */
  draw(isGuarded: boolean): ReactNode;
  /** What is left when even the guarded screen throws. */
  readonly rest: ReactNode;
  /** Called when it comes to that. */
  onLost(): void;
}

type Stage = 'whole' | 'guarded' | 'lost';

/**
 * The one boundary around a screen. Boundaries at every node would cost every screen something; so
 * they are put in only when something has thrown and the screen is drawn again.
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
