/* Testing Library waits for one second, too short for a module import on a busy machine. Wait as long as expect.poll. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 20_000 });
}

export {};
