import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FRAME_ADDRESS } from '../answers.ts';
import { type FrameApi, FRAME_READY } from './frame-api.ts';

interface FrameViewProps {
  readonly title: string;
  readonly width: number;
  /** In CSS pixels; undefined: as high as the content. */
  readonly height?: number;
  /** Called when the frame can show something, at first and after it was loaded again. */
  readonly onReady: (frame: FrameApi) => void;
  readonly onHappened: (words: string) => void;
  /** Grows with every change of the project: a frame that is not ready is loaded again. */
  readonly version: number;
}

const LEAST_HEIGHT = 120;

/** The iframe that renders an example or a state. */
export function FrameView({ title, width, height, onReady, onHappened, version }: FrameViewProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [content, setContent] = useState(LEAST_HEIGHT);
  const happened = useRef(onHappened);
  const ready = useRef(onReady);
  useEffect(() => {
    happened.current = onHappened;
    ready.current = onReady;
  });
  const take = useCallback(() => {
    const api = frame.current?.contentWindow?.capizFrame;
    if (api === undefined) return;
    api.listen({ happened: (words) => happened.current(words), resized: setContent });
    ready.current(api);
  }, []);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent): void => {
      if (data === FRAME_READY && source === frame.current?.contentWindow) take();
    };
    window.addEventListener('message', hear);
    // It may have become ready before this effect.
    take();
    return () => window.removeEventListener('message', hear);
  }, [take]);
  useEffect(() => {
    const page = frame.current?.contentWindow;
    // Its modules could not be loaded; a change may have corrected them.
    if (page?.document.readyState === 'complete' && page.capizFrame === undefined) page.location.reload();
  }, [version]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={FRAME_ADDRESS}
      style={{ width, height: height ?? Math.max(LEAST_HEIGHT, content) }}
    />
  );
}
