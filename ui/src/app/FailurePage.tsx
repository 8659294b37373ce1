import type { FailedRequest } from "../api/errors";
import { type Head, type PageContext, pageHead, usePage } from "../api/page";
import { useSession } from "../api/session";
import { LinkButton } from "../design/Button";
import { Icon } from "../design/Icon";
import { paths } from "../lib/paths";
import { useGuestStory } from "./layout/useGuestStory";

interface FailureText {
  title: string;
  text: string;
  /** Asking again may help. */
  retry: boolean;
}

/** What a failed page is answered with where the request itself got no answer. */
const UNANSWERED = 503;

export const failureStatus = ({ status }: Pick<FailedRequest, "status">): number => status || UNANSWERED;

function failureText(failed: FailedRequest): FailureText {
  const status = failureStatus(failed);
  // The server says who took it away.
  if (status === 410) return { title: "This scenario is gone", text: failed.message, retry: false };
  if (status === 429) {
    return {
      title: "Too many requests",
      text: "Too many requests came from your address. Wait a moment, then try again.",
      retry: true,
    };
  }
  if (status >= 400 && status < 500) {
    return {
      title: "This link doesn’t work",
      text: "The address may be incomplete or mistyped.",
      retry: false,
    };
  }
  return {
    title: "Something went wrong",
    text: "We couldn’t load this page. Nothing is lost; try again in a moment.",
    retry: true,
  };
}

/** A page whose required data failed with something other than 404. */
export function FailurePage({ failed }: { failed: FailedRequest }) {
  const { path } = usePage();
  const { title, text, retry } = failureText(failed);
  const status = failureStatus(failed);
  return (
    <div className="wrap">
      <div className="state state-page">
        <p className="state-code numbers">{status}</p>
        <h1 className="state-title">{title}</h1>
        <p className="state-text">{text}</p>
        <div className="state-actions">
          {retry && (
            <LinkButton tone="accent" href={path} data-reload>
              <Icon name="refresh" />
              Try again
            </LinkButton>
          )}
          <LinkButton href={paths.search()}>Browse scenarios</LinkButton>
          {status === 410 && <OwnStories />}
        </div>
      </div>
    </div>
  );
}

/** The way to what goes on: the stories of those who have some. A guest has one, and no list. */
function OwnStories() {
  const { viewer } = useSession();
  const guestsStory = useGuestStory();
  if (viewer !== null) return <LinkButton href={paths.stories}>Your stories</LinkButton>;
  return guestsStory === null ? null : <LinkButton href={guestsStory}>Your story</LinkButton>;
}

export function failureHead(failed: FailedRequest, ctx: PageContext): Head {
  const { title, text } = failureText(failed);
  return pageHead({ title, description: text, canonical: ctx.path.split("?")[0] ?? "/", robots: "noindex" });
}
