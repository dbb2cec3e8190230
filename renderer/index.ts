export * from './engine.ts';
export type { Frame, FrameProps } from './frame/frame.tsx';
export { Screen, type ScreenProps } from './screen.tsx';
