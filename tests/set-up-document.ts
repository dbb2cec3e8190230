if (typeof document !== 'undefined') {
  // Newer versions of Node have their own, which store nothing without a file; Vitest does not replace them.
  const { jsdom } = globalThis as { readonly jsdom?: { readonly window: Window } };
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (jsdom === undefined) continue;
    Object.defineProperty(globalThis, name, { configurable: true, value: jsdom.window[name] });
  }
  const { configure } = await import('@testing-library/dom');
  // Testing Library waits for one second, too short for a module import on a busy machine. Wait as long as expect.poll.
  configure({ asyncUtilTimeout: 20_000 });
  // Unit tests run without isolation: a file must not find elements that an earlier file left, for example a field with the same id.
  document.body.replaceChildren();
}

export {};
