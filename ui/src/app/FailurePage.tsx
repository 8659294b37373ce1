import { type Head, type PageContext, pageHead, usePage } from "../api/page";
import { LinkButton } from "../design/Button";
import { Icon } from "../design/Icon";
import { paths } from "../lib/paths";

interface FailureText {
  title: string;
  text: string;
  /** Asking again may help. */
  retry: boolean;
}

function failureText(status: number): FailureText {
  if (status === 410) {
    return {
      title: "This scenario is gone",
      text: "Its author has withdrawn it, or it was removed. Stories that were begun from it go on.",
      retry: false,
    };
  }
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
export function FailurePage({ status }: { status: number }) {
  const { path } = usePage();
  const { title, text, retry } = failureText(status);
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
        </div>
      </div>
    </div>
  );
}

export function failureHead(status: number, ctx: PageContext): Head {
  const { title, text } = failureText(status);
  return pageHead({ title, description: text, canonical: ctx.path.split("?")[0] ?? "/", robots: "noindex" });
}
