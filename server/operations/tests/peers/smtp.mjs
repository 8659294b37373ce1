// A real SMTP server on a free port, printed as the first line; then one line of JSON for each letter: { from, to, data }.
// Recipients that begin with "later" are refused for now, those that begin with "never" for good.
import { SMTPServer } from "smtp-server";

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    username === "dramatis" && password === "p@ss word" ? done(null, { user: username }) : done(new Error("wrong")),
  onRcptTo: ({ address }, _, done) => {
    const code = address.startsWith("later") ? 451 : address.startsWith("never") ? 550 : 0;
    done(code ? Object.assign(new Error("not now"), { responseCode: code }) : undefined);
  },
  onData: (stream, session, done) => {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      console.log(JSON.stringify({ from: mailFrom.address, to: rcptTo.map((to) => to.address), user: session.user ?? null, data: Buffer.concat(chunks).toString() }));
      done();
    });
  },
});
server.listen(0, "127.0.0.1", () => console.log(server.server.address().port));
process.stdin.resume().on("end", () => process.exit(0));
