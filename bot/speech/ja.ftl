# Footnote が日本語で話す言葉。です・ます調で、簡潔に。

## People

somebody = どなたか
nobody = 該当者なし
approvers = 承認者
more-approvers = { $n ->
   *[other] 他の承認者{ $n }人のいずれか
}
either = { $one }または{ $other }
list = { $one }、{ $other }

## Times and numbers

seconds = { $n }秒
minutes = { $n }分
hours = { $n }時間
hours-minutes = { $h }時間{ $m }分
so-far = 経過 { $time }
this-step = この手順：{ $time }
deep-research = 詳しい調査
thinking-hard = じっくり考慮
deep-and-hard = 詳しい調査、じっくり考慮
context-filled = コンテキスト{ $n }%
rounds-of = { $n ->
   *[other] { $n }回中{ $used }回
}
rounds = { $n ->
   *[other] { $n }回のやり取り
}
tokens = { $n ->
   *[other] { $n }トークン
}
tokens-at-most = 最大{ $tokens }
cached-share = { $tokens }（キャッシュ { NUMBER($n, style: "percent") }）
money = ${ NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) }
money-at-most = 最大${ NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) }
money-small = ${ NUMBER($n, minimumFractionDigits: 2) }未満
credits = { $n ->
   *[other] { $n }検索クレジット
}
steps-taken = { $n ->
   *[other] { $n }手順
}
and-more = 他{ $n }件

## Progress: the state in a few words

newer-version = この質問は、新しいバージョンのプログラムが引き継いでいます。
queued = { $n ->
   *[other] 上の質問{ $n }件が終わるのを待っています…
}
queued-behind = { $n ->
   *[other] 上の質問{ $n }件（{ $names }）が終わるのを待っています…
}
reading-thread = スレッドを読んでいます…
understanding = 質問の内容を確認しています…
understanding-again = その後の発言を確認しています…
waiting-for-answer = { $who }さんの回答を待っています
waiting-for-approval = { $n ->
   *[other] 呼び出し{ $n }件の承認を待っています（承認：{ $who }）
}
doing-search = 検索しています…
doing-pages = ページを読んでいます…
doing-files = 文書を読んでいます…
doing-search-pages = 検索し、ページを読んでいます…
doing-search-files = 検索し、文書を読んでいます…
doing-pages-files = ページと文書を読んでいます…
doing-everything = 検索し、ページと文書を読んでいます…
doing-call = { $call } を使っています…
doing-calls = { $n ->
   *[other] 呼び出し{ $n }件を実行しています…
}
thinking = 進め方を考えています…
thinking-about-found = 見つかった内容を検討しています…
summing-up = これまでの内容をまとめています…
waiting-for-model = モデルのサーバーが混み合っているため、少し待っています…
waiting-for-budget = ほかの質問を待っています：呼び出しを合わせると、予算の残りを超える可能性があります…
writing = { $n ->
   *[other] 書いています… { $n }語
}
writing-answer = { $n ->
   *[other] 回答を書いています… { $n }語
}
checking = 回答を出典と照合しています…
second-look = 下書きをもう一度見直しています…
mending = 回答を直しています…

## Progress: what was understood

understood = 質問の理解：
must = 必須：
must-not = 不可：
preferably = できれば：
unclear = 不明な点：
assumed = 仮定：

goes-on-anew = 前に試したことの続きから始めます。
goes-on-from = 前に開いた{ $n }件の出典から続けます。
goes-on-without = { $n }件の出典の本文はすでに削除されています。必要に応じて開き直します。

## Steps

step = { $what }：{ $outcome }
quoted = 「{ $words }」
remark = { $who }：「{ $words }」
searched-inside = モデルの提供元による検索: { $query }
draft-sent-back = { $n ->
   *[other] 下書きを差し戻しました：修正点{ $n }件
}
trying-again = { $what }に失敗したため、もう一度試しています：{ $reason }
step-recall = スレッドの読み込み
step-understand = 質問の確認
step-reply = モデルへの問い合わせ
step-check = 回答の照合
no-reason = 理由は示されていません
earlier-steps = { $n ->
   *[other] これまでの{ $n }手順：{ $kinds }
}
count-searches = { $n ->
   *[other] 検索{ $n }件
}
count-pages = { $n ->
   *[other] ページ{ $n }件
}
count-files = { $n ->
   *[other] 文書{ $n }件
}
count-calls = { $n ->
   *[other] その他の呼び出し{ $n }件
}
count-others = { $n ->
   *[other] 発言・下書き{ $n }件
}
under-way = 実行中
waits-for-approval = 承認待ち
comes-next = 次に実行
step-superseded = 不要になりました
step-approved = { $who }さんが承認
step-changed = { $who }さんが変更
step-rejected = { $who }さんが却下
step-rejected-with = { $who }さんが却下：「{ $comment }」
step-refused = 却下
step-refused-with = 却下：「{ $comment }」
step-expired = 期限切れ：時間内に判断がありませんでした
broken-off = 中断しました
done-above = 上ですでに実行済み
outcome-unknown = 効果があったかどうか不明です
outcome-unknown-with = 効果があったかどうか不明です：{ $reason }
search-failed = 検索に失敗しました：{ $reason }
page-failed = ページを読めませんでした：{ $reason }
file-failed = 文書を読めませんでした：{ $reason }
call-failed = 失敗しました：{ $reason }
found = { $n ->
   *[other] { $n }件見つかりました
}
nothing-found = 見つかりませんでした
opened = 開いたもの：{ $parts }
opened-part = { $name }（{ $part }）

## How much of a source was opened

part-page = ページ全体
part-message = メッセージ全体
part-empty = 空のファイル
part-first = { $all }文字のうち最初の{ $n }文字
part-characters = { $all }文字のうち{ $first }～{ $last }文字目
part-one = { $n }
part-range = { $first }～{ $last }
part-lines = { $all }行のうち{ $ranges }行目
part-lines-cut = { $all }行のうち{ $first }～{ $last }行目（{ $n }文字で省略）
part-line = { $all }行のうち{ $n }行目
part-line-cut = { $all }行のうち{ $n }行目（{ $at }文字で省略）

## What tools and steps report

note-expired = 時間内に判断がありませんでした
note-budget = 1つの質問で使える分を使い切りました
note-run-spent = この質問に残っている分では、もう一度呼び出すには足りません
note-day-spent = 今日の予算の残りでは、もう一度呼び出すには足りません
note-unexpected = 予期しないエラー
note-slow = { $n }秒以上かかったため打ち切りました
note-broken-off = 中断されました
note-service-slow = 検索サービスから時間内に応答がありませんでした
note-service-away = 検索サービスに接続できません
note-service-busy = 検索サービスが混み合っています
note-service-key = 検索サービスがキーを受け付けません。設定を直す必要があります
note-service-spent = 検索プランを使い切りました。引き上げが必要です
note-service-limit = 検索プランの従量課金の上限に達しました。誰かが引き上げる必要があります
note-service-refused = 検索サービスがリクエストを拒否しました
note-service-status = 検索サービスがステータス { $status } を返しました
note-service-garbled = 検索サービスの返答が決まった形式ではありません
note-service-elsewhere = 検索サービスから別のサイトのページが返されました
note-model-refused = モデルのサーバーがリクエストを拒否しました。
note-model-forbidden = このキーではモデルのサーバーで { $model } を使えません。
note-model-page = モデルのアドレスでウェブページが返ってきました。
note-model-moved = モデルのエンドポイントは { $address } に移動しました。新しいアドレスを設定してください。
note-model-wait = モデルのサーバーが { $time } 待つよう求めています。
note-model-unknown = モデルのサーバーに { $model } がないか、アドレスが間違っています。
note-model-failed = モデルのサーバーでエラーが起きました（{ $status }）。
note-model-slow = モデルから時間内に応答がありませんでした。
note-model-away = モデルのサーバーに接続できませんでした。
note-page-empty = 読める文章がありません
note-page-pdf = PDFから文章を取り出せませんでした
note-page-binary = 文章ではなくバイナリファイルです
note-page-robots = サイトがページの代わりにロボットかどうかの確認を表示しています
note-page-refused = サイトがアクセスを拒否しました
note-page-login = サイトが先にログインを求めています
note-page-consent = サイトが先に同意を求めています
note-page-missing = サイトによればこのページは存在しません
note-page-script = スクリプトを実行するブラウザーが必要です
note-page-list = 文章ではなく単語の一覧です
note-page-encrypted = 暗号化されたPDFです
note-page-scanned = 画像だけで文字のないPDFです
note-page-paid = サイトは購読者だけに公開しています
note-page-error = サイトがページの代わりにエラーを返しました
note-page-vacant = このアドレスには何もありません
note-page-onward = 別のページへ移動するだけのページです
note-page-too-large = 読み取る範囲より大きいPDFです
note-page-broken = 壊れていて読めませんでした
note-page-inside = 公開されたウェブのアドレスではありません
note-page-robots-txt = サイトのrobots.txtがプログラムによる読み取りを許していません
note-page-robots-unknown = サイトのrobots.txtが取得できないため、ページを読みません
note-page-led-on = サイトが{ $n }回を超えて転送しました
note-page-away = サイトに接続できません
note-page-slow = サイトが時間内に応答しませんでした
note-page-status = サイトがステータス{ $status }を返しました
note-page-garbled = サイトの返答を読み取れません
note-page-old = { $published }に公開、{ $after }より前
note-page-directly = { $first }。直接読むと：{ $second }
note-page-cut = 読み取る範囲より長いページです
note-lost = 実行中にプログラムが停止しました
note-model-key = モデルのサーバーがキーを拒否しました。
note-model-busy = モデルのサーバーが混み合っています。
note-model-broke = モデルのサーバーの残高がなくなりました。
note-model-long = 会話が長く、モデルが一度に読める量を超えています。
note-model-broken = モデルの返答が途中で切れました。
note-model-nothing = モデルのサーバーから返答がありませんでした。
note-model-toolless = モデルのサーバーはツールを受け付けません。
note-model-form = モデルが求められた形式で応答しませんでした。
note-command-missing = モデルのコマンド { $program } が見つかりません。
note-command-unstartable = モデルのコマンド { $program } を起動できません:
note-command-failed = モデルのコマンドが失敗しました（終了コード { $code }）。
note-command-killed = モデルのコマンドはシグナル { $signal } で終了しました。
note-command-nothing = モデルのコマンドから返答がありませんでした。
note-command-endless = モデルのコマンドが { $n } バイトを超えて書き出しました。
note-command-garbled = モデルのコマンドが UTF-8 ではないものを書き出しました。
note-command-unread = モデルのコマンドが入力を最後まで読みませんでした。
note-command-slow = モデルのコマンドから時間内に応答がありませんでした。
note-unread = Slackでこのスレッドを読めませんでした（{ $code }）。
missing-declined = モデルが回答を断りました：{ $words }
missing-filtered = モデルのサーバーが回答の残りを差し止めました（コンテンツフィルター）。
missing-length = モデルの返答が長さの上限で切れました。
missing-cut = 下書きが長すぎたため、ここで切っています。
missing-unread = 下書きの内容が確認できる量を超えているため、残りは確認されていません。
missing-unanswered = 開いた出典の中に、これに答えるものはありませんでした。
missing-nothing = これに答えるものは見つからず、何も開いていません。
note-time-over = この質問の時間が終わりました
note-made-before = 続ける前に済んでいます
missing-independent = 詳しい調査に必要な独立の出典{ $all }件のうち、開いたのは{ $n }件だけです。
ended-rounds = 1つの質問で使えるラウンドを使い切りました。
ended-time = 1つの質問にかけられる時間が終わりました。
ended-used-up = この質問に残っている分では、次の手順に足りません。
ended-calls = 1つの質問で使える検索・ページ・ファイルを使い切りました。
small-run = モデルの呼び出し1回だけで、1つの質問で使える分を超える可能性があります。管理者による上限の引き上げが必要です。
small-day = モデルの呼び出し1回だけで、1日の予算を超える可能性があります。管理者による引き上げが必要です。
ended-failed = 作業が終わる前にモデルが失敗しました。
ended-nothing = モデルから使えるものが返りませんでした。

## Ended without an answer

stopped-by = { $who }さんが停止しました。
stopped-deleted = 停止しました：質問のメッセージが削除されました。
stopped-budget = 終了しました：1つの質問で使える分を使い切ったか、次の手順に足りないため、まだ回答がありません。
stopped-spent = 今日の予算の残りでは、もう一度呼び出すには足りません。{ $when } に新しく始まります。
stopped-long = 質問だけで、モデルが読める長さ（{ $n } トークン）を超えています。短くしてください。
stopped-window = モデルが一度に読める量が少なすぎて作業できません。指示とツールだけで、質問を入れる余地がありません。より大きな枠（TOML ファイルの [window]）か、別のモデルが必要です。
stopped-unreadable = 質問の内容を理解できませんでした。
say-it-otherwise = 別の言い方で質問するか、「再試行」を押してください。
stopped-failed = 問題が起きたため、回答できませんでした。
reference = 管理者の方へ：参照番号 { $ref }
opened-so-far = これまでに開いたもの
more-sources = { $n ->
   *[other] 他の出典{ $n }件
}
end-stopped = { $who }さんが停止しました
end-over = この質問は終了しました

## Approval

does-search = ウェブを検索
does-read-page = ウェブページを開く
does-read-on = 開いたページの続きを読む
does-search-docs = 社内文書を検索
does-read-file = 社内文書を読む
does-list-files = 社内文書を一覧表示
as-changed = { $who }さんによる変更後
decide = { $n ->
   *[other] { $who }：呼び出し{ $n }件の判断をお願いします
}
decide-of = { $all ->
   *[other] { $who }：呼び出し{ $all }件のうち{ $n }件の判断をお願いします
}
card-settled = { $n ->
   *[other] 呼び出し{ $n }件、対応済み
}
card-undecided = { $all ->
   *[other] 呼び出し{ $all }件のうち{ $n }件は判断なし
}
approve-button = 承認
edit-button = 編集
reject-button = 却下
approve-all = すべて承認（{ $n }）
approve-rest = 承認（以後の{ $tools }も）
approve-rest-many = 承認（以後のこの{ $n }ツールも）
hint-decide = 判断できるのは{ $who }だけです。{ $time }を過ぎると待機中のものは期限切れになり、手元の情報で回答します。
hint-rest = 「以後の…も」：新しい発言があるか別のツールが必要になるまで、{ $tools }は確認なしで続けます。
attached-above = { $n ->
   *[other] 引数（{ $n }文字）は、上にすべて添付しています。
}
superseded = その後の発言により不要になりました
superseded-after = その後の発言により不要になりました（それ以前：{ $decided }）
expired = 期限切れ：時間内に判断がありませんでした
not-needed = 不要：同じ呼び出しがすでに行われました
not-made = 未実行：{ $reason }
newer-hands = 新しいバージョンのプログラムが引き継いでいます
not-decided = 判断なし：{ $reason }
let-through-once = このツールは一度承認されているため、続行します
let-through-rest = このツールは以後の呼び出しも承認されているため、続行します
approved = { $who }さんが承認
approved-rest = { $who }さんが承認（以後の呼び出しも）
changed = { $who }さんが変更
changed-again = { $who }さんが変更し、下に改めて表示しています
rejected = { $who }さんが却下
rejected-with = { $who }さんが却下：「{ $comment }」

## Arguments as a file

arguments-of = { $tool } の引数（呼び出し { $id }）
arguments-exact = { $whose }の全文。ツール名・改行・このファイルのSHA-256：{ $digest }
arguments-escaped = { $whose }の全文。このファイルで見えなくなる文字はJSONのエスケープで書いています。呼び出しのSHA-256：{ $digest }
part-of = { $n }分割の{ $k }

## Questions

asked-first = 最初に{ $who }さんに確認したこと
questions = { $n ->
   *[other] { $who }さん、始める前に{ $n }つ質問があります
}
thank-you = ありがとうございます
default = { $option }（既定）
answered = さんの回答：
taken-by-default = 既定の回答：
defaults-button = 既定のまま進める
hint-answer = このスレッドに自由に返信することもできます。{ $time }以内に回答がなければ、既定のまま進めます。
answered-in-words = { $who }さんが、このスレッドで自由に回答しました。
superseded-by = このスレッドでの{ $who }さんの発言により不要になりました。
no-longer-asked = 質問を取り下げました：{ $reason }。
asked-no-more = 質問を取り下げました：その後に別の発言がありました。

## Reminders

reminder-settled = その後、対応済みです。
reminder-questions = { $n ->
   *[other] { $who }：上の質問{ $n }件への回答をお待ちしています。{ $when }までに回答がなければ、既定のまま進めます。
}
reminder-calls = { $n ->
   *[other] { $who }：上の呼び出し{ $n }件の判断をお待ちしています。{ $when }までに判断がないものは実行せず、手元の情報で回答します。
}

## The answer, and what stands under it

partial = 未完了：{ $why }
partial-list = まだ回答はありません。それまでに開いたもの、見つけたものは次のとおりです。
partial-nothing = まだ回答はありません。それまでに見つかったものもありません。
unconfirmed-all = 出典からは回答を確認できませんでした。
nothing-to-say = それについてお答えできることはありません。
goes-on = { $n }分割の{ $k }：下に続きます。
searched-for = 検索した内容
nothing-opened = 何も開きませんでした。
unopened = 開けなかったもの
unsearched = ウェブを検索できませんでした：{ $reason }。
overdue = { $n ->
   *[other] 呼び出し{ $n }件は時間内に判断がなかったため、それを除いて回答しています。
}
compared = プログラムが出典と照合した記述{ $n }件: { $parts }。
compared-found = 出典にあり{ $n }件
compared-translated = 別の言語{ $n }件
compared-part = 一部のみ{ $n }件{ $sign }
compared-not = 見つからず{ $n }件
compared-seconded = モデルが見直し、{ $all }件中{ $n }件に同意しました。
apart-line = { $claim } – { $why }
apart-uncited = 開いた情報源が挙げられていない
apart-dropped = 除外された候補についての記述
apart-unread = 未照合: 記述が多すぎるか、開いた情報源が挙げられていない
denied-line = { $claim } – モデルの見直しの結果: { $reason }
unconfirmed = 確認できなかったこと
unconfirmed-more = … ほか { $n } 件。すべて「根拠」にあります
assumed-title = 指定がなかったため、仮定したこと
verdicts = 求められた条件
must-met = 必須：{ $wish } – 満たしています{ $mark }
must-unmet = 必須：{ $wish } – 満たしていません{ $mark }
must-unknown = 必須：{ $wish } – 確認できませんでした
must-not-kept = 不可：{ $wish } – 守られています{ $mark }
must-not-broken = 不可：{ $wish } – 守られていません{ $mark }
must-not-unknown = 不可：{ $wish } – 確認できませんでした
prefer-met = できれば：{ $wish } – 満たしています{ $mark }
prefer-unmet = できれば：{ $wish } – 満たしていません{ $mark }
prefer-unknown = できれば：{ $wish } – 確認できませんでした
candidates = 条件に合うもの
candidates-open = 条件に合う可能性があるもの（必須の条件の一部は確認できませんでした）
candidate = 候補
why-this-place = この順位の理由
none-qualifies = 見つかったものの中に、必須の条件をすべて満たすものはありません。
cell-met = 満たす
cell-unmet = 満たさない
cell-avoided = 守られている
cell-not-avoided = 守られていない
cell-unknown = 不明
head-must = 必須：{ $wish }
head-must-not = 不可：{ $wish }
head-prefer = できれば：{ $wish }
legend-signs = { $met } = 満たす（不可の条件では守られている）・{ $unmet } = その反対・{ $unknown } = 確認できず
why-hard-met = 必須の条件をすべて満たす
why-hard-open = 必須の条件{ $all }件のうち{ $n }件が確認できない
why-preferred = 希望{ $all }件のうち{ $n }件を満たす
why-preferred-open = 不明{ $n }件
sources-disagree = 出典が食い違っています
contradictory = { $name }、{ $wish }：{ $met }では満たす、{ $unmet }では満たさない
dropped = 除外したもの
dropped-line = { $name } – { $why }
sources = 出典
opened-title = 開いたもの
opened-and-found = 開いたもの、見つけたもの
# The sources are read back out of the thread: this one begins with a comma in every language.
published = , 公開日：
retrieved = , 取得日
sources-more = { $n ->
   *[other] ほかに { $n } 件の情報源。詳細は「根拠」にあります:
}
only-found = 見つけただけで、開いていません
retry-button = 再試行
continue-button = 続ける
stop-button = 停止

## Reasoning

reasoning-button = 思考の過程
steps-button = 手順
reasoning-title = 思考の過程と手順
reasoning-close = 閉じる
reasoning-unverified = モデル自身の言葉をそのまま表示しています。誰も検証しておらず、回答の一部ではありません。
reasoning-gone = モデル自身の言葉はここにありません。あった場合も、終了後しばらくすると削除されます。以下は手順です。
reasoning-none = モデルは思考の過程を示していません。以下は手順です。
reasoning-cut = { $n ->
   *[other] … ここでは残り{ $n }文字を省略しています
}
round-number = { $n }回目

## Evidence

evidence-button = 根拠
evidence-title = 根拠
evidence-about = 情報源の言葉を、プログラムが選んで照合したものです。回答の意味と一致するかどうかは、ご自身で判断してください。
evidence-page = { $n } ページ中 { $k } ページ目。
evidence-back = 戻る
evidence-next = 次へ
evidence-none = 示せる根拠がありません。この回答のために開いたものはありません。
grade-quoted = 一字一句同じ
grade-supported = 数値、名前、ほとんどの語がそこにある
grade-translated = 別の言語: 数値と名前、引用がそこにある
grade-raised = 別の言語: 数値や名前に食い違いはなく、残りはモデルの見直しによる
grade-weak = 弱い: 語の一部だけがそこにある
grade-not-found = 情報源に見つからない
grade-apart = 一部しか見つからなかったため除外
evidence-idle = 回答はここで{ $marks }も挙げていますが、それを裏づける言葉はその中に見つかりませんでした。
open-refused = 情報源の言葉が示されましたが、そこにないか、このことを述べていないため採用されませんでした。
open-nothing = 情報源の言葉は示されませんでした。
open-contradictory = { $met }によれば満たし、{ $unmet }によれば満たしません。
open-only-found = その情報源はどれも開かれていません。
grade-none = 共通の語で選んだもの、評価なし
lacks-nowhere = そこに見つからない語: { $words }
lacks-elsewhere = そこにあるが、別のことを述べているとみられる語: { $words }
lacks-figure = そこにない数値（計算したものか誤り）: { $words }
opinion-yes = モデルの見直しでは同意
opinion-no = モデルの見直しでは不同意
opinion-no-why = モデルの見直しでは不同意: { $reason }
export-button = エクスポート
export-under-way = ファイルをダイレクトメッセージで送っています。
export-sent = 「{ $question }」への回答です。Markdown と JSON の形式です。
export-failed = ファイルを送れませんでした。少ししてからもう一度お試しください。
not-checked = このスレッドを読めるかどうかを今は確認できなかったため、何も表示しません。少ししてからもう一度お試しください。続く場合は、プログラムのログに理由があります。
not-a-reader = これは、あなたが参加していない会話のものです。

## Deleting

remove-button = 削除
remove-title = 全員の画面から削除しますか？
remove-text = この質問についての私の発言はすべてスレッドから消え、以後の質問からも参照されません。
remove-confirm = 削除
remove-deny = 残す
already-removed = すでに削除されています。

## The form that rejects

reject-title = 呼び出しを却下
reject-submit = 却下
reject-close = 待機のままにする
reject-label = 代わりに何をすればよいですか？
reject-hint = コメントを読んで、そこから続けます。
reject-example = 例：代わりに2024年の報告書を使ってください

## The form that changes a call

edit-title = 呼び出しを変更
edit-submit = 保存して後で判断
edit-close = このままにする
edit-hint = 保存しても { $tool } は呼び出されません。変更後の呼び出しがスレッドに表示され、判断を待ちます。
written-as-json = JSONで書きます。
edit-tool-gone = このツールはもうありません。コメントを付けて却下してください。
edit-too-long = 引数が長すぎてフォームに入りません。コメントを付けて却下してください。
edit-nothing = この呼び出しには引数がありません。このまま承認または却下してください。
edit-same = 変更がありません。フォームを閉じ、このまま承認または却下してください。
form-inside = { $where }：{ $problem }
form-missing = 入力が必要です。
form-empty = 空にはできません。
form-whole-number = 整数を入力してください。
form-text = 文字列を入力してください。
form-number = 数値を入力してください。
form-at-least = { $least }以上にしてください。
form-more-than = { $least }より大きくしてください。
form-at-most = { $most }以下にしてください。
form-less-than = { $most }より小さくしてください。
form-too-short = 短すぎます：{ $n }以上必要です。
form-too-long = 長すぎます：{ $n }までです。
form-one-of = 次のいずれかにしてください：{ $choices }
form-json = ["a", "b"] のようなJSONにしてください。
form-date = 2026-11-30 のような日付にしてください。
form-refused = ツールが受け付けません：{ $reason }
form-unfit = ツールが受け付けません。
form-not-json = JSONでは表せません（NaNや無限大など）。

## Private words

unknown-button = このボタンはわかりません。
forgotten = その質問の記録はもう残っていません。もう一度質問してください。
not-written = 今は記録できなかったため、何も変わっていません。しばらくしてからもう一度お試しください。
form-not-opened = Slackがフォームを開けませんでした。もう一度ボタンを押してください。
not-yours = ここでそれができるのは{ $who }さんだけです。
only-decide = ここで判断できるのは{ $who }だけです。
only-stop = 停止できるのは{ $who }だけです。
already-ended = この質問はすでに終了しています。
still-at-work = この質問はまだ進行中です。
question-gone = 質問のメッセージが削除されたため、もう一度尋ねることはできません。
already-asked-again = すでにもう一度質問されています。
already-going-on = すでにこのスレッドの下で続けられています。
already-decided = すでに判断されています。
already-approved = その呼び出しは、すでに{ $who }さんが承認しました。
already-rejected = その呼び出しは、すでに{ $who }さんが却下しました。
already-changed = その呼び出しは、すでに{ $who }さんが変更しました。
already-begun = その呼び出しはすでに始まっています。
already-let-through = その呼び出しは、すでに以前のものと一緒に承認されています。
already-answered = その質問にはすでに回答があります：{ $option }
nothing-waits = そのカードで待機中のものはもうありません。
request-gone = その依頼はもうありません。
request-expired = その依頼は期限切れです。
request-superseded = その依頼は、その後の発言により不要になりました。
questions-settled = その質問はすでに対応済みです。
questions-expired = その質問は期限切れです。既定の回答を採用しました。

## Telling: where an answer stands that did not take the place of the progress message

finished = 下で回答しました（{ $time }）。
finished-without = 回答なしで終了しました（{ $time }）。
finished-link = 回答を見る
finished-reason = 理由を見る
finished-calls = { $n ->
   *[other] 呼び出し{ $n }件
}
told-answer = さん、回答です。
told-without = さん、回答なしで終了しました。
taken-away = （削除済み）

## Talk

talk-help =
    質問について調べ、出典を付けてスレッドで回答します。
    • 質問：「出張規程では電車についてどう定めていますか？」のように、私にメンションして質問してください。ダイレクトメッセージでは、そのまま書いてください。
    • ボタン：検索やページを開くといった呼び出しは、このチャンネルで別の設定がない限り、人がボタンを押すまで待ちます。言葉では承認されません。
    • 訂正：作業中に、スレッドに返信するかメッセージを編集してください。質問を削除すると、その作業は終わります。
    • 停止：「停止」を押すか、スレッドに「停止」と書いてください。
    • 詳しく：複数の独立した出典が必要なら「詳しく：」、じっくり考えてほしいなら「よく考えて。」で始めてください。
    • 出典：それぞれの記述に [1] のような番号が付きます。一覧は回答の下にあり、「根拠」でそれぞれの記述を支える出典の言葉を確認できます。
talk-joined = こんにちは。{ talk-help }
talk-effort-fixed = ご意見として受け取ります。この質問をどれだけ詳しく調べるかは、質問されたときに決まっています。もっと詳しく調べるには、「詳しく：」や「よく考えて。」で始めて質問し直してください。
talk-too-long = 長すぎて受け付けられません（上限{ $n }文字）。もう少し短く質問してください。
talk-only-buttons = 誰が書いても、言葉で呼び出しが承認されることはありません。上のカードのボタンを押してください。
talk-not-here = ここでは質問を受け付けていません。設定は管理者が変更できます。
talk-nothing-to-stop = このスレッドには、停止できるあなたの質問がありません。
