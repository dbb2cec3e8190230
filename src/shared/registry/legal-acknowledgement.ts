import * as v from 'valibot';

/** A legal warning of a release, with the reason why the release is published with it. */
export const LEGAL_ACKNOWLEDGEMENT = v.object({
  code: v.string(),
  file: v.string(),
  pointer: v.string(),
  message: v.string(),
  reason: v.string(),
});

export type LegalAcknowledgement = Readonly<v.InferOutput<typeof LEGAL_ACKNOWLEDGEMENT>>;
