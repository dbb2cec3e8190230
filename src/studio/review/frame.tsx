import { useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '#src/shared/message-of.ts';
import type { Scene } from '../stage/scene.ts';
import { stageAddress } from '../stage-address.ts';
import { type Drawing, readDrawing } from './drawing.ts';
import './frame.css';

export interface FrameProps {
  readonly title: string;
  readonly scene: Scene;
  readonly width: number;
  readonly height: number;
  /** @param page - The window of the page; undefined if the state was not reached. */
  onDrawn(drawing: Drawing, page?: Window): void;
  /** @param top - Scroll position in CSS pixels. */
  onScroll(frame: HTMLIFrameElement, top: number): void;
}

/** Renders one state in a frame. For another scene, the parent gives it another `key`. */
export function Frame({ title, scene, width, height, onDrawn, onScroll }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef({ onDrawn, onScroll });
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => {
    latest.current = { onDrawn, onScroll };
  });

  const enter = (): void => {
    const { current } = frame;
    const page = current?.contentWindow;
    const stage = page?.capizStage;
    if (current === null || page == null || stage === undefined) return;
    const drawn = (drawing: Drawing): void => {
      setIsDrawn(true);
      latest.current.onDrawn(drawing, 'failed' in drawing ? undefined : page);
    };
    stage.setMode('select');
    page.addEventListener('scroll', () => latest.current.onScroll(current, page.scrollY), { passive: true });
    stage.show(scene).then(
      (end) => {
        if (end !== 'overtaken') drawn(end === 'reached' ? readDrawing(page.document) : end);
      },
      (error: unknown) => drawn({ failed: messageOf(error) }),
    );
  };

  return (
    <iframe
      ref={frame}
      // Until the state is reached, the frame is fixed behind the page: clicks and typing scroll an element into
      // view, which would otherwise scroll the list of screenshots as well.
      className={isDrawn ? 'st-picture' : 'st-picture st-behind'}
      title={title}
      src={stageAddress()}
      width={width}
      height={height}
      onLoad={enter}
    />
  );
}
