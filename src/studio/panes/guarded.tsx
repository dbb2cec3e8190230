import { Component, type ReactNode } from 'react';
import type { WorkspaceView } from '../model/workspace.ts';

export interface GuardedProps {
  /** What it shows, as the beginning of a sentence. */
  readonly title: string;
  readonly className: string;
  /** After another edit it is rendered again. */
  readonly view: WorkspaceView;
  readonly children: ReactNode;
}

interface GuardedState {
  readonly isBroken: boolean;
  /** The one in which it is broken, or was rendered last. */
  readonly view: WorkspaceView;
}

/** Keeps a fault of one pane from closing the studio: the other panes, undo and saving go on. */
export class Guarded extends Component<GuardedProps, GuardedState> {
  override state: GuardedState = { isBroken: false, view: this.props.view };

  static getDerivedStateFromError(): Pick<GuardedState, 'isBroken'> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ view }: GuardedProps, before: GuardedState): GuardedState | null {
    return view === before.view ? null : { isBroken: false, view };
  }

  override render(): ReactNode {
    const { title, className, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <div className={className}>
        <p role="alert" className="st-bar">
          {title} failed. Your work is kept: undo the last change, or correct it in the JSON.{' '}
          <button type="button" onClick={() => this.setState({ isBroken: false })}>
            Try again
          </button>
        </p>
      </div>
    );
  }
}
