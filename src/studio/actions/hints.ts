interface Hint {
  /** In the outline. */
  readonly mark: string;
  /** What staff can do about it here. */
  readonly advice: string;
}

/** Warnings about elements that lead nowhere. */
export const HINTS: { readonly [code: string]: Hint } = {
  'button/idle': { mark: 'does nothing', advice: 'Add a step below.' },
  'form/unsent': { mark: 'not sent', advice: 'Give a button the step “Send a form”.' },
  'field/unsent': {
    mark: 'not sent',
    advice: 'Pass it on in the step that calls the service, or remove the field.',
  },
};
