/* Testing Library waits for one second, which a busy machine needs to import a module. Here it waits as expect.poll does. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 20_000 });
}

export {};
