/** The certificate that a server shows. Names come from the server. */
export interface CertificateFacts {
  /** What is wrong with it; undefined where it is trusted. */
  readonly fault: CertificateFault | undefined;
  /** `TLSv1.3` */
  readonly version: string;
  /** The fault, after "The certificate of shop.example": `expired on 2026-01-31`. */
  readonly finding: string;
  /** The certificate of the server, that of its issuer, and so on, as far as they were sent or are known. */
  readonly chain: readonly ChainCertificate[];
}

export type CertificateFault =
  | 'expired'
  | 'not-yet-valid'
  | 'other-names'
  | 'self-signed'
  /** The authority at the end of the chain is not trusted. */
  | 'untrusted'
  /** The certificate of an issuer was not sent and is not known. */
  | 'incomplete'
  | 'invalid';

export interface ChainCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** DNS names and IP addresses. */
  readonly names: readonly string[];
  readonly from: Date;
  readonly until: Date;
  /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string;
}
