import { failedConnection } from "../../../api/errors";

/** How the upload of a field's picture stands. */
export type UploadState =
  | { readonly at: "idle" | "busy" }
  /** `canRetry`: the file is kept, because another time may do. */
  | { readonly at: "failed"; readonly message: string; readonly canRetry: boolean };

/** Takes the blob key of a picture that was uploaded. */
type Take = (key: string) => void;

interface Job {
  field: string;
  readonly file: File;
  state: UploadState;
}

const IDLE: UploadState = { at: "idle" };
const BUSY: UploadState = { at: "busy" };

/** Whether the same request may succeed later: there was no answer, or the server could not give one. */
const isPassing = (status: number) => status === 0 || status === 429 || status >= 500;

/**
 * The pictures that are uploaded one by one, each for its field. They outlive the part of the editor that shows the
 * field: what could not be sent is kept until it is, or is given up.
 */
export class FieldUploads {
  readonly #send: (file: File) => Promise<string>;
  readonly #jobs = new Map<string, Job>();
  readonly #takes = new Map<string, Take>();
  readonly #listeners = new Set<() => void>();

  /** `send` uploads a file and answers its blob key; it rejects with what a call has thrown. */
  constructor(send: (file: File) => Promise<string>) {
    this.#send = send;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  stateOf(field: string): UploadState {
    return this.#jobs.get(field)?.state ?? IDLE;
  }

  /** Whether a picture is kept to be sent again. */
  readonly isAnyKept = (): boolean => [...this.#jobs.values()].some(isKept);

  /** Says who takes the picture of a field. It stays so while the field is off the screen. */
  bind(field: string, take: Take): void {
    this.#takes.set(field, take);
  }

  /** Uploads a file in place of what was chosen for the field before; one that is turned down is not sent. */
  choose(field: string, file: File, unfit: string | null): void {
    const job: Job = {
      field,
      file,
      state: unfit === null ? BUSY : { at: "failed", message: unfit, canRetry: false },
    };
    this.#jobs.set(field, job);
    if (unfit === null) void this.#run(job);
    else this.#tell();
  }

  /** Sends a kept picture again. */
  retry(field: string): void {
    const job = this.#jobs.get(field);
    if (job !== undefined && isKept(job)) void this.#run(job);
  }

  readonly retryAll = (): void => {
    for (const field of [...this.#jobs.keys()]) this.retry(field);
  };

  giveUp(field: string): void {
    if (this.#jobs.delete(field)) this.#tell();
  }

  /** The field leaves the screen: what is not kept was said there. */
  leave(field: string): void {
    const job = this.#jobs.get(field);
    if (job?.state.at === "failed" && !isKept(job)) this.giveUp(field);
  }

  /** The field is called otherwise from now on. */
  rename(field: string, next: string): void {
    const job = this.#jobs.get(field);
    if (job === undefined || this.#jobs.has(next)) return;
    this.#jobs.delete(field);
    job.field = next;
    this.#jobs.set(next, job);
    this.#tell();
  }

  async #run(job: Job): Promise<void> {
    this.#settle(job, BUSY);
    let key: string;
    try {
      key = await this.#send(job.file);
    } catch (cause) {
      const { message, status } = failedConnection(cause);
      this.#settle(job, { at: "failed", message, canRetry: isPassing(status) });
      return;
    }
    // Another file was chosen meanwhile, or none is wanted any more.
    if (this.#jobs.get(job.field) !== job) return;
    this.giveUp(job.field);
    this.#takes.get(job.field)?.(key);
  }

  #settle(job: Job, state: UploadState): void {
    job.state = state;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const isKept = ({ state }: Job): boolean => state.at === "failed" && state.canRetry;
